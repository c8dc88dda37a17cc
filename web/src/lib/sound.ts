/**
 * The sounds of the table: small files that `tools/sounds.py` makes. Nothing is heard, and nothing fetched, before somebody has
 * switched sound on.
 */
import { once } from './once';
import { settings } from './settings.svelte';

export type Sound =
  | 'back'
  | 'card'
  | 'complete'
  | 'cube'
  | 'deal'
  | 'dice'
  | 'die'
  | 'flip'
  | 'knock'
  | 'over'
  | 'pencil'
  | 'sit'
  | 'splash'
  | 'turn'
  | 'water'
  | 'win'
  | 'wood';

const FILES = import.meta.glob<string>('../sounds/*.mp3', { query: '?url', import: 'default', eager: true });
const fetched = new Map<Sound, Promise<AudioBuffer>>();
let audio: AudioContext | undefined;

function fetchSound(sound: Sound, context: AudioContext): Promise<AudioBuffer> {
  return once(fetched, sound, async () => {
    const answer = await fetch(FILES[`../sounds/${sound}.mp3`] ?? '');
    return context.decodeAudioData(await answer.arrayBuffer());
  });
}

/** Let a sound be heard, if somebody wants that. One that has to be fetched first comes too late to be of use after a second. */
export async function play(sound: Sound): Promise<void> {
  if (!settings.sound || document.hidden) return;
  const asked = performance.now();
  try {
    audio ??= new AudioContext();
    if (audio.state === 'suspended') await audio.resume();
    const buffer = await fetchSound(sound, audio);
    if (performance.now() - asked > 1000) return;
    const [source, volume] = [audio.createBufferSource(), audio.createGain()];
    source.buffer = buffer;
    volume.gain.value = settings.volume ** 2; // as loud as it looks
    source.connect(volume).connect(audio.destination);
    source.start();
  } catch {
    // A browser without sound, or a file that cannot be fetched: the table goes on in silence.
  }
}

/** Sound was switched on: fetch what will be heard, and give a taste of it. */
export function switchOn(): void {
  settings.sound = true;
  void play('wood');
  const context = audio;
  if (context)
    for (const file of Object.keys(FILES)) void fetchSound(nameOf(file), context).catch(() => undefined);
}

const nameOf = (file: string) => file.replace(/^.*\/|\.mp3$/g, '') as Sound;
