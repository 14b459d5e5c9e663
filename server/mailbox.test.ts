import { expect, test } from 'vitest'
import { mailboxOf } from './mailbox.ts'

test.each([
  ['ada@foyer.example', 'ada@foyer.example'],
  ['Ada.King+shop+2@Foyer.example', 'adaking@foyer.example'],
  ['a.d.a@mail.foyer.example', 'ada@mail.foyer.example'],
  ['+ada@foyer.example', '@foyer.example'],
])('counts %s as %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})
