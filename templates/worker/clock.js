{% load static %}// The page of a match clock opens without a network, too.
self.clockAssets = [{% for name in clock_assets %}"{% static name %}"{% if not forloop.last %}, {% endif %}{% endfor %}];
importScripts("{% static 'sw_clock.js' %}");
