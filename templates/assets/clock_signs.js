// What a match clock gives beside what it shows: a tone when time is short, and a screen that stays on.

const LOW = 60_000; // ms
const VERY_LOW = 10_000;

let sounds = null;
const warned = new Map(); // to which level, by side

// Once when a side comes below a minute, below ten seconds, and to nothing.
function warn(side, time) {
  const level = [LOW, VERY_LOW, 0].filter((limit) => time <= limit).length;
  const before = warned.get(side) ?? level;
  warned.set(side, level);
  if (level > before) beep(level);
}

function beep(level) {
  if (!sounds || sounds.state !== "running") return;
  const tone = sounds.createOscillator();
  const volume = sounds.createGain();
  tone.frequency.value = 440 * level;
  volume.gain.setValueAtTime(0.2, sounds.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, sounds.currentTime + 0.5 * level);
  tone.connect(volume).connect(sounds.destination);
  tone.start();
  tone.stop(sounds.currentTime + 0.5 * level);
}

// A browser lets a page be heard once it was touched.
function mayBeHeard() {
  if (window.AudioContext) sounds ??= new AudioContext();
}

// A phone that goes to sleep is no clock.
function stayAwake() {
  navigator.wakeLock?.request("screen").catch(() => null);
}

globalThis.crawfordSigns = Object.freeze({ LOW, VERY_LOW, mayBeHeard, stayAwake, warn });
