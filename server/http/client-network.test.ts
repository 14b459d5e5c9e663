import { expect, test } from 'vitest'
import { clientNetworkOf } from './client-network.ts'

test.each([
  ['203.0.113.5', '203.0.113.5'],
  ['::ffff:203.0.113.5', '203.0.113.5'],
  ['::ffff:cb00:7105', '203.0.113.5'],
  ['0:0:0:0:0:ffff:203.0.113.5', '203.0.113.5'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0'],
  ['2001:0db8:0001:00ff::1', '2001:db8:1:0'],
  ['2001:DB8:1:1a2b::1', '2001:db8:1:1a00'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['64:ff9b::203.0.113.5', '64:ff9b:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['fe80::77%br-lan', 'fe80:0:0:0'],
  ['fe80::1%eth0.100', 'fe80:0:0:0'],
  ['unknown', 'unknown'],
])('groups %s as %s', (address, network) => {
  expect(clientNetworkOf(address)).toBe(network)
})

test.each([
  ['203.0.113.5:50123', '203.0.113.5'],
  ['[::ffff:203.0.113.5]:50123', '203.0.113.5'],
  ['[2001:db8:1:2::9]:50123', '2001:db8:1:0'],
  ['[2001:db8:1:2::9]', '2001:db8:1:0'],
])('leaves the port out that some proxies add: %s', (address, network) => {
  expect(clientNetworkOf(address)).toBe(network)
})
