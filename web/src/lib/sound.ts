/** Three small sounds made on the spot; silent unless switched on. */
import { settings } from './settings.svelte';

export type Sound = 'wood' | 'water' | 'bell';
const TONES: Record<Sound, { type: OscillatorType; from: number; to: number; length: number }> = {
  wood: { type: 'triangle', from: 320, to: 140, length: 0.09 },
  water: { type: 'sine', from: 260, to: 520, length: 0.16 },
  bell: { type: 'sine', from: 660, to: 655, length: 0.5 },
};
let audio: AudioContext | undefined;

export function play(sound: Sound): void {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  const { type, from, to, length } = TONES[sound];
  const now = audio.currentTime;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = type;
  tone.frequency.setValueAtTime(from, now);
  tone.frequency.exponentialRampToValueAtTime(to, now + length);
  volume.gain.setValueAtTime(0.12, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + length);
}
