import { expect, test } from 'vitest'
import { clientNetworkOf } from './client-network.ts'

test.each([
  ['203.0.113.5', '203.0.113.5'],
  ['::ffff:203.0.113.5', '203.0.113.5'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('groups %s as %s', (address, network) => {
  expect(clientNetworkOf(address)).toBe(network)
})

test.each([
  ['203.0.113.5:50123', '203.0.113.5'],
  ['[::ffff:203.0.113.5]:50123', '203.0.113.5'],
  ['[2001:db8:1:2::9]:50123', '2001:db8:1:2'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2'],
])('leaves the port out that some proxies add: %s', (address, network) => {
  expect(clientNetworkOf(address)).toBe(network)
})
