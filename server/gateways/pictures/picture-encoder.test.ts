import { expect, onTestFinished, test } from 'vitest'
import { openPictureEncoder, type PictureLane } from './picture-encoder.ts'

const HOSTILE_NETWORK = '192.0.2.66'
const OTHER_NETWORK = '198.51.100.7'

test('lets pictures of the shop pass those of customers, however many networks upload them', async () => {
  const pictures = openPictureEncoder({ log: () => {} })
  onTestFinished(pictures.close)
  const ended: string[] = []
  const isDecoded = Promise.withResolvers<void>()
  const done = (owner: PictureLane['owner'], network: string, work = () => Promise.resolve()) =>
    pictures.inTurn({ owner, network }, work).then(() => ended.push(owner))
  const uploads = [
    done('customer', HOSTILE_NETWORK, () => isDecoded.promise),
    ...Array.from({ length: 8 }, (_, index) => done('customer', `192.0.2.${index}`)),
  ]
  const variants = [done('shop', OTHER_NETWORK), done('shop', OTHER_NETWORK)]
  await new Promise((resolve) => void setTimeout(resolve, 20))
  isDecoded.resolve()
  await Promise.all([...uploads, ...variants])
  expect(ended.slice(0, 3)).toEqual(['customer', 'shop', 'shop'])
})
