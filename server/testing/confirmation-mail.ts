import type { Mail } from '#server/gateways/mailer.ts'

/** Reads the code and the token of the link in a confirmation mail. */
export function secretsIn(mail: Mail | undefined) {
  return {
    code: /Your code is (\d{6})\./.exec(mail?.paragraphs.join('\n') ?? '')?.[1] ?? 'no code',
    token: new URL(mail?.link?.url ?? 'https://none.example').searchParams.get('token') ?? 'no token',
  }
}
