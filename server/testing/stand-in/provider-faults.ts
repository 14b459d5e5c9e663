import { ProviderBusy, ProviderDoubt } from '#server/gateways/payments/provider.ts'
import type { FaultInput } from './faults.ts'

/** Faults of a provider's stand-in with the errors that they lead to, and whether the call had an effect. */
export const providerFaults: {
  fault: FaultInput
  error: typeof ProviderBusy | typeof ProviderDoubt
  hasEffect: boolean
}[] = [
  { fault: { when: 'before', what: 'cut' }, error: ProviderDoubt, hasEffect: false },
  { fault: { when: 'after', what: 'cut' }, error: ProviderDoubt, hasEffect: true },
  { fault: { when: 'inside', what: 'cut' }, error: ProviderDoubt, hasEffect: true },
  { fault: { when: 'before', what: 'silence' }, error: ProviderDoubt, hasEffect: false },
  { fault: { when: 'after', what: 'silence' }, error: ProviderDoubt, hasEffect: true },
  { fault: { when: 'inside', what: 'silence' }, error: ProviderDoubt, hasEffect: true },
  { fault: { when: 'before', what: 429 }, error: ProviderBusy, hasEffect: false },
  { fault: { when: 'before', what: 503 }, error: ProviderDoubt, hasEffect: false },
  { fault: { when: 'after', what: 502 }, error: ProviderDoubt, hasEffect: true },
]
