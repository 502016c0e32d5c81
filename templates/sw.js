{% load static %}// What browsers do for this site while no page of it is open, each part in a script of its own.
self.clockAssets = [{% for name in clock_assets %}"{% static name %}"{% if not forloop.last %}, {% endif %}{% endfor %}];
importScripts("{% static 'sw_clock.js' %}");
