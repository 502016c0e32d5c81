import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0008_clock_games'),
    ]

    operations = [
        migrations.CreateModel(
            name='Record',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('source', models.CharField(choices=[('live', 'played on the site'), ('scored', 'scored at the table'), ('file', 'read from a file')], max_length=10)),
                ('rules', models.JSONField()),
                ('dice', models.CharField(choices=[('site', 'thrown by the site'), ('board', 'thrown at the board')], max_length=10)),
                ('context', models.CharField(blank=True, max_length=200)),
                ('secret', models.CharField(blank=True, max_length=64)),
                ('commitment', models.CharField(blank=True, max_length=64)),
                ('seed_1', models.CharField(blank=True, max_length=200)),
                ('seed_2', models.CharField(blank=True, max_length=200)),
                ('joined_1_at', models.DateTimeField(blank=True, null=True)),
                ('joined_2_at', models.DateTimeField(blank=True, null=True)),
                ('folded', models.JSONField(default=dict)),
                ('version', models.PositiveIntegerField(default=1)),
                ('created_at', models.DateTimeField()),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='records', to='matches.match')),
            ],
        ),
        migrations.CreateModel(
            name='RecordAction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('data', models.JSONField()),
                ('at', models.DateTimeField()),
                ('side', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('by_name', models.CharField(max_length=160)),
                ('sent_id', models.CharField(blank=True, max_length=100)),
                ('record', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='actions', to='matches.record')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.AddConstraint(
            model_name='record',
            constraint=models.UniqueConstraint(condition=models.Q(('source', 'live')), fields=('match',), name='record_one_live'),
        ),
        migrations.AddConstraint(
            model_name='record',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('dice', 'site'), ('source', 'live'), _negated=True), models.Q(models.Q(('commitment', ''), _negated=True), models.Q(('context', ''), _negated=True)), _connector='OR'), name='record_dice_committed'),
        ),
        migrations.AddConstraint(
            model_name='recordaction',
            constraint=models.UniqueConstraint(fields=('record', 'number'), name='record_action_once'),
        ),
        migrations.AddConstraint(
            model_name='recordaction',
            constraint=models.UniqueConstraint(condition=models.Q(('sent_id', ''), _negated=True), fields=('record', 'sent_id'), name='record_action_sent_once'),
        ),
        migrations.AddConstraint(
            model_name='recordaction',
            constraint=models.CheckConstraint(condition=models.Q(('side', None), ('side__in', [1, 2]), _connector='OR'), name='record_action_side'),
        ),
    ]
