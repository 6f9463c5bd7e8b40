// POST /second-factor: the answer to a challenge.
import { cookies } from 'next/headers';
import { passChallenge, sessions } from '../../../../node/login.mjs';
import { answer, clientOf } from '../../visitor.js';

export async function POST(request) {
  const session = sessions.get((await cookies()).get('session')?.value);
  return answer(await passChallenge(await request.json(), session, clientOf(request)));
}
