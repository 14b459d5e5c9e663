import type { Bus } from './db/bus.ts'
import type { Lanes } from './db/connection-shares.ts'
import type { Db } from './db/connection.ts'
import type { Browse } from './db/replicas/replicas.ts'
import type { Settings } from './settings/env.ts'
import type { Tokens } from './features/auth/tokens.ts'
import type { PlanReader } from './features/seating/plan-process/plan-process.ts'
import type { PictureEncoder } from './gateways/pictures/picture-encoder.ts'
import type { PaymentProvider } from './gateways/payments/provider.ts'
import type { Wallets } from './gateways/wallets/open-wallets.ts'
import type { Metrics } from './observability/metrics.ts'

/** The application's dependencies on the outside world. Tests pass their own. */
export type AppContext = {
  db: Db
  /** Does a read that decides nothing, on a replica if there is one. */
  browse: Browse
  bus: Bus
  lanes: Lanes
  settings: Settings
  tokens: Tokens
  pictures: PictureEncoder
  planReader: PlanReader
  metrics: Metrics
  /** The payment providers. Payments are simulated without any. */
  providers: readonly PaymentProvider[]
  /** The wallets of phones for which the shop makes tickets. */
  wallets: Wallets
}
