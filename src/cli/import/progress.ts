// Shows the progress of a long command on standard error: a bar on a terminal, else one line for every 10,000 rows.
import { statSync } from 'node:fs';
import cliProgress from 'cli-progress';

export interface Progress {
  /** Called with the size of every chunk of input. */
  bytes: (size: number) => void;
  rows: (done: number, bad: number) => void;
  end: () => void;
}

const ROWS_PER_LINE = 10_000;

/** `path` is the input file, whose size is the total; a stream has no size, so only its rows are counted. */
export function showProgress(path: string, terminal: boolean): Progress {
  const started = Date.now();
  const speed = (rows: number) => Math.round(rows / Math.max(0.001, (Date.now() - started) / 1000));
  const total = path === '-' ? 0 : statSync(path).size;
  if (!terminal || total === 0) return lineProgress(speed);
  const bar = new cliProgress.SingleBar({
    format: '[{bar}] {percentage}% · {rows} lines · {speed}/s · {bad} invalid · {left} s left',
    stream: process.stderr,
    hideCursor: true,
  });
  bar.start(total, 0, { rows: 0, speed: 0, bad: 0, left: '?' });
  let size = 0;
  return {
    bytes: (more) => {
      size += more;
    },
    rows: (rows, bad) => {
      const left = Math.ceil(((Date.now() - started) / 1000) * (total / Math.max(1, size) - 1));
      bar.update(size, { rows, speed: speed(rows), bad, left });
    },
    end: () => bar.stop(),
  };
}

function lineProgress(speed: (rows: number) => number): Progress {
  let reported = 0;
  return {
    bytes: () => {},
    rows: (rows, bad) => {
      if (rows - reported < ROWS_PER_LINE) return;
      reported = rows - (rows % ROWS_PER_LINE);
      process.stderr.write(`${reported} lines, ${bad} invalid, ${speed(rows)} lines/s\n`);
    },
    end: () => {},
  };
}
