// What several tests of the API send, and how they read what it answers.

export const LOGIN = {
  event: 'login',
  account: { id: 'u_1' },
  signals: { platform: 'MacIntel', languages: ['en'] },
};

export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}

/** The issues of a refused request as `position code`, sorted. */
export function issues(response: { json(): { errors?: { pointer: string; code: string }[] } }): string[] {
  return (response.json().errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`).sort();
}
