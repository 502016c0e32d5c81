import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0007_sets'),
    ]

    operations = [
        migrations.CreateModel(
            name='LadderStep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('challenged', 'challenge'), ('decided', 'result'), ('both_lost', 'both lost'), ('unplayed', 'not played'), ('called_off', 'called off'), ('joined', 'joined'), ('left', 'left')], max_length=10)),
                ('at', models.DateTimeField()),
                ('challenge', models.PositiveIntegerField(blank=True, null=True)),
                ('play_by', models.DateField(blank=True, null=True)),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.AddField(
            model_name='event',
            name='ladder_rules',
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='fixture',
            name='play_by',
            field=models.DateField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name='event',
            name='format',
            field=models.CharField(choices=[('elimination', 'Elimination'), ('swiss', 'Swiss'), ('lives', 'Lives'), ('round_robin', 'Round robin'), ('ladder', 'Ladder')], default='elimination', max_length=20, verbose_name='format'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('format', 'ladder'), ('ladder_rules__isnull', False)), models.Q(models.Q(('format', 'ladder'), _negated=True), ('ladder_rules__isnull', True)), _connector='OR'), name='event_ladder_rules_for_ladders'),
        ),
        migrations.AddField(
            model_name='ladderstep',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entry'),
        ),
        migrations.AddField(
            model_name='ladderstep',
            name='event',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ladder_steps', to='tournaments.event'),
        ),
        migrations.AddField(
            model_name='ladderstep',
            name='opponent',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entry'),
        ),
        migrations.AddConstraint(
            model_name='ladderstep',
            constraint=models.UniqueConstraint(fields=('event', 'number'), name='ladder_step_once'),
        ),
        migrations.AddConstraint(
            model_name='ladderstep',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'challenged')), fields=('event', 'challenge'), name='ladder_challenge_made_once'),
        ),
        migrations.AddConstraint(
            model_name='ladderstep',
            constraint=models.UniqueConstraint(condition=models.Q(('kind__in', ['decided', 'both_lost', 'unplayed', 'called_off'])), fields=('event', 'challenge'), name='ladder_challenge_closed_once'),
        ),
        migrations.AddConstraint(
            model_name='ladderstep',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('challenge', None), ('kind__in', ['joined', 'left']), ('opponent', None), ('play_by', None)), models.Q(('challenge__isnull', False), ('opponent__isnull', False), models.Q(('kind__in', ['joined', 'left']), _negated=True), models.Q(('entry', models.F('opponent')), _negated=True)), _connector='OR'), name='ladder_step_of_challenge'),
        ),
        migrations.AddConstraint(
            model_name='ladderstep',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'challenged'), ('play_by__isnull', False)), models.Q(models.Q(('kind', 'challenged'), _negated=True), ('play_by', None)), _connector='OR'), name='ladder_challenge_played_by'),
        ),
    ]
