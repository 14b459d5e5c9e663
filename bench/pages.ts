import { startShop } from '../e2e/started-shop.ts'
import { measurePages, type PageMeasurement } from './pages/measure-pages.ts'

const isWithinGoals = ({ performance, accessibility, bestPractices, seo, lcp, cls }: PageMeasurement) =>
  performance >= 95 &&
  accessibility === 100 &&
  bestPractices === 100 &&
  (seo ?? 100) === 100 &&
  lcp <= 2_500 &&
  cls <= 0.1

console.log('Lighthouse, first visits with a phone: slow 4G, a quarter of this CPU. Scores: performance (goal 95),')
console.log('accessibility, best practices, search engines (100). Goals: LCP 2,500 ms, CLS 0.1.\n')
const shop = await startShop()
try {
  for await (const { name, page } of measurePages(shop.url)) {
    const { performance, accessibility, bestPractices, seo, fcp, lcp, tbt, processorTbt, cls, kib } = page
    const scores = [performance, accessibility, bestPractices, seo]
      .map((score) => String(score ?? '–').padStart(3))
      .join(' ')
    const blocking = `TBT ${ms(tbt)} (${processorTbt.toFixed(0)} of the processor)`
    const times = `FCP ${ms(fcp)}   LCP ${ms(lcp)}   ${blocking}   CLS ${cls.toFixed(3)}   ${kib.toFixed(0)} KiB`
    console.log(`${isWithinGoals(page) ? '✓' : '✗'} ${name.padEnd(20)} ${scores}   ${times}`)
  }
} finally {
  await shop.close()
}

function ms(duration: number): string {
  return `${duration.toFixed(0).padStart(5)} ms`
}
