// Loaded into a service (`node --import`): counts its round trips to the PostgreSQL server: data sent after all answers have arrived.
// On SIGUSR2 it writes the number so far to the file that ROUND_TRIPS_FILE names.
import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';

/** The start of ReadyForQuery, which ends a response: its type and length; the state of the transaction follows. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5]);
const port = Number(new URL(process.env.DATABASE_URL).port);
let roundTrips = 0;

const connect = Socket.prototype.connect;
Socket.prototype.connect = function countedConnect(...args) {
  const to =
    typeof args[0] === 'object' ? Number((Array.isArray(args[0]) ? args[0][0] : args[0])?.port) : Number(args[0]);
  const socket = connect.apply(this, args);
  // After `connect`, which restores the prototype's `write`.
  if (to === port) count(socket);
  return socket;
};

function count(socket) {
  let waiting = false;
  const write = socket.write;
  socket.write = function countedWrite(...args) {
    if (!waiting) roundTrips += 1;
    waiting = true;
    return write.apply(this, args);
  };
  socket.on('data', (data) => {
    if (data.length >= 6 && data.subarray(-6, -1).equals(READY)) waiting = false;
  });
}

process.on('SIGUSR2', () => writeFileSync(process.env.ROUND_TRIPS_FILE, String(roundTrips)));
