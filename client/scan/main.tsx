import { createRoot } from 'react-dom/client'
import { trustOwnCodeOnly } from '#client/shell/trusted-html.ts'
import { App } from './app.tsx'
import { Scanner } from './scanner.ts'
import { Signals } from './signals.ts'
import { takePhone } from './take-phone.ts'
import './scan.css'

const root = document.querySelector('#root')
if (!root) throw new Error('scan.html has no #root')

trustOwnCodeOnly()

// The QR code of a pairing leads here with its digits and their proof. They are valid once, so the address drops them.
const [code = null] = /^#(\d{8}(?:-[\w-]{22})?)$/.exec(location.hash)?.slice(1) ?? []
history.replaceState(null, '', location.pathname)

const scanner = new Scanner()
const signals = new Signals()
let heard = scanner.state().outcome
scanner.subscribe(() => {
  const { outcome } = scanner.state()
  if (outcome && outcome !== heard) signals.play(outcome.tone)
  heard = outcome
})
void takePhone(() => scanner.stop()).then(() => scanner.open(code))
createRoot(root).render(<App scanner={scanner} signals={signals} />)
