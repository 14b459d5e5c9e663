import { accounts } from './guards/accounts.mjs'
import { answers } from './guards/answers.mjs'
import { attempts } from './guards/attempts.mjs'
import { backups } from './guards/backups.mjs'
import { bankStatements } from './guards/bank-statements.mjs'
import { boxOffice } from './guards/box-office.mjs'
import { cancellations } from './guards/cancellations.mjs'
import { disputes } from './guards/disputes.mjs'
import { entry } from './guards/entry.mjs'
import { lateMoney } from './guards/late-money.mjs'
import { lists } from './guards/lists.mjs'
import { mails } from './guards/mails.mjs'
import { mollie } from './guards/mollie.mjs'
import { observation } from './guards/observation.mjs'
import { overload } from './guards/overload.mjs'
import { ownership } from './guards/ownership.mjs'
import { payments } from './guards/payments.mjs'
import { roles } from './guards/roles.mjs'
import { sales } from './guards/sales.mjs'
import { sessions } from './guards/sessions.mjs'
import { strangers } from './guards/strangers.mjs'
import { stripe } from './guards/stripe.mjs'
import { withheldPoints } from './guards/withheld-points.mjs'

/**
 * Guards of the server that `npm run prove -- mutants` removes one at a time: replaces `code` in `file` by `without`
 * and expects a test of `tests` to fail.
 */
export const guards = [
  ...sessions,
  ...attempts,
  ...ownership,
  ...sales,
  ...cancellations,
  ...boxOffice,
  ...payments,
  ...lateMoney,
  ...withheldPoints,
  ...disputes,
  ...bankStatements,
  ...accounts,
  ...strangers,
  ...lists,
  ...mails,
  ...stripe,
  ...mollie,
  ...answers,
  ...observation,
  ...entry,
  ...roles,
  ...backups,
  ...overload,
]
