// The visitor as your server sees them, and the answer with its session cookie.
import { NextResponse } from 'next/server';

/** Next.js does not pass the address of the connection: set this header in your proxy, and only there. */
export function clientOf(request) {
  const address = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim();
  return { ip_address: address, user_agent: request.headers.get('user-agent') ?? undefined };
}

export function answer({ next, session, status = 200 }) {
  const response = NextResponse.json({ next }, { status });
  if (session) response.cookies.set('session', session, { httpOnly: true, sameSite: 'lax' });
  return response;
}
