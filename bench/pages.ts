import { startShop } from '../e2e/started-shop.ts'
import { measurePages } from './measure-pages.ts'

const GOALS = { fcp: 1_800, lcp: 2_500, cls: 0.1, kib: 350 }

console.log('First visits on slow 4G with a phone: 1.6 Mbit/s, 150 ms, a quarter of this CPU, 360 × 640\n')
const shop = await startShop()
try {
  for (const { name, fcp, lcp, cls, kib } of await measurePages(shop.url)) {
    const isWithinGoals = lcp <= GOALS.lcp && cls <= GOALS.cls && kib <= GOALS.kib
    const figures = `FCP ${ms(fcp)}   LCP ${ms(lcp)}   CLS ${cls.toFixed(3)}   ${kib.toFixed(0).padStart(4)} KiB`
    console.log(`${isWithinGoals ? '✓' : '✗'} ${name.padEnd(20)} ${figures}`)
  }
} finally {
  await shop.close()
}

function ms(duration: number): string {
  return `${duration.toFixed(0).padStart(5)} ms`
}
