import { onTestFinished } from 'vitest'

/** Sets the time zone of the shop for the test. */
export function givenShopZone(zone: string): void {
  const { dataset } = document.documentElement
  dataset['shopZone'] = zone
  onTestFinished(() => {
    delete dataset['shopZone']
  })
}
