import { createHmac } from 'node:crypto'
import { DOOR_CODE_DIGITS, DOOR_CODE_LENGTH } from '#domain/entry/door-code.ts'
import type { ShowId, TicketId } from '#domain/ids.ts'
import type { AppContext } from '#server/context.ts'

const BITS = 5n

type Ticket = { id: TicketId; showId: ShowId; issue: number }

/** Returns the function that computes the code of a bought ticket to type at the door: eight characters. */
export function doorCodes({ tokens }: Pick<AppContext, 'tokens'>): (ticket: Ticket) => string {
  const key = tokens.deriveKey('door codes')
  return ({ id, showId, issue }) => {
    let bits = createHmac('sha256', key).update(`${showId} ${id} ${issue}`).digest().readBigUInt64BE()
    let code = ''
    while (code.length < DOOR_CODE_LENGTH) {
      code += DOOR_CODE_DIGITS[Number(bits & 31n)]
      bits >>= BITS
    }
    return code
  }
}
