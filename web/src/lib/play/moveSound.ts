// A soft click for a move, synthesised.
const PITCH = 320; // Hz
const LENGTH = 0.07; // seconds
const LOUDNESS = 0.12;

let context: AudioContext | undefined;

/** Play the sound of a move. */
export function playMoveSound(): void {
  context ??= new AudioContext();
  const now = context.currentTime;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.setValueAtTime(PITCH, now);
  tone.frequency.exponentialRampToValueAtTime(PITCH / 2, now + LENGTH);
  volume.gain.setValueAtTime(LOUDNESS, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + LENGTH);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + LENGTH);
}
