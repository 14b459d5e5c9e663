import { expect, test } from 'vitest'
import { mailboxOf } from './mailbox.ts'

test.each([
  ['ada@foyer.example', 'ada@foyer.example'],
  ['Ada.King+shop+2@Foyer.example', 'ada.king@foyer.example'],
  ['Ada.King+shop+2@Gmail.com', 'adaking@gmail.com'],
  ['a.d.a@googlemail.com', 'ada@gmail.com'],
  ['a.d.a@gmail.com.foyer.example', 'a.d.a@gmail.com.foyer.example'],
  ['+ada@foyer.example', '@foyer.example'],
])('counts %s as %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})
