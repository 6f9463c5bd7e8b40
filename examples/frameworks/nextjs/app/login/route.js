// POST /login: a route handler. The secret key stays on the server: never name its variable NEXT_PUBLIC_…
import { logIn } from '../../../../node/login.mjs';
import { answer, clientOf } from '../../visitor.js';

export async function POST(request) {
  return answer(await logIn(await request.json(), clientOf(request)));
}
