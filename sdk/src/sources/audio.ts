// Hashes a short sound rendered off the main thread: processors and audio libraries differ in the last bits.
import { hash } from '../hash.ts';

const SAMPLES = 5000;
const RATE = 44100;

export async function audio() {
  const Context = window.OfflineAudioContext;
  if (!Context) return {};
  const context = new Context(2, SAMPLES, RATE);
  const merger = context.createChannelMerger(2);
  merger.connect(context.destination);

  const tone = context.createOscillator();
  tone.type = 'triangle';
  tone.frequency.value = 9000;
  const compressor = context.createDynamicsCompressor();
  compressor.threshold.value = -45;
  compressor.knee.value = 38;
  compressor.ratio.value = 11;
  tone.connect(compressor).connect(merger, 0, 0);
  tone.start();

  // The second channel is a constant 1. Browsers that add noise to audio (Brave, private Safari windows) change it too.
  const one = context.createConstantSource();
  one.connect(merger, 0, 1);
  one.start();

  const sound = await context.startRendering();
  if (sound.getChannelData(1).some((sample) => sample !== 1)) return {};
  return {
    audio_hash: hash(
      sound
        .getChannelData(0)
        .subarray(SAMPLES - 500)
        .join(),
    ),
  };
}
