// How far a long command is: a bar on a terminal, one line every ten thousand rows elsewhere. Always on standard error.
import { statSync } from 'node:fs';
import cliProgress from 'cli-progress';

export interface Progress {
  /** Bytes of the input read so far. */
  bytes: (size: number) => void;
  rows: (done: number, bad: number) => void;
  end: () => void;
}

const EVERY = 10_000;

/** `path` is the input, whose size is the whole; a stream has none, and is counted in rows alone. */
export function showProgress(path: string, terminal: boolean): Progress {
  const started = Date.now();
  const speed = (rows: number) => Math.round(rows / Math.max(0.001, (Date.now() - started) / 1000));
  const whole = path === '-' ? 0 : statSync(path).size;
  if (!terminal || whole === 0) return linesOfProgress(speed);
  const bar = new cliProgress.SingleBar({
    format: '[{bar}] {percentage}% · {rows} lines · {speed}/s · {bad} bad · {left} s left',
    stream: process.stderr,
    hideCursor: true,
  });
  bar.start(whole, 0, { rows: 0, speed: 0, bad: 0, left: '?' });
  let size = 0;
  return {
    bytes: (more) => {
      size += more;
    },
    rows: (rows, bad) => {
      const left = Math.ceil(((Date.now() - started) / 1000) * (whole / Math.max(1, size) - 1));
      bar.update(size, { rows, speed: speed(rows), bad, left });
    },
    end: () => bar.stop(),
  };
}

function linesOfProgress(speed: (rows: number) => number): Progress {
  let told = 0;
  return {
    bytes: () => {},
    rows: (rows, bad) => {
      if (rows - told < EVERY) return;
      told = rows - (rows % EVERY);
      process.stderr.write(`${told} lines, ${bad} bad, ${speed(rows)} lines/s\n`);
    },
    end: () => {},
  };
}
