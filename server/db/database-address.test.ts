import { expect, test } from 'vitest'
import { isDatabaseAddress, listHosts } from './database-address.ts'

test.each([
  ['postgres://a/shop', ['postgres://a/shop']],
  [
    'postgres://me:p%40ss@a:1,b:2/shop?sslmode=require',
    ['postgres://me:p%40ss@a:1/shop?sslmode=require', 'postgres://me:p%40ss@b:2/shop?sslmode=require'],
  ],
  ['postgres://a,b/shop?target_session_attrs=read-write', ['postgres://a/shop', 'postgres://b/shop']],
  [
    'postgres://a,[::1]:5/shop?target_session_attrs=primary&sslmode=disable',
    ['postgres://a/shop?sslmode=disable', 'postgres://[::1]:5/shop?sslmode=disable'],
  ],
])('lists the hosts of %s', (address, hosts) => {
  expect(listHosts(address)).toEqual(hosts)
})

test.each([
  ['postgres:///shop', true],
  ['postgres://me@/shop?host=/run/postgresql', true],
  ['postgres://%2Frun%2Fpostgresql/shop', true],
  ['postgres://me:p%40ss@a:1,[::1]:2/shop?sslmode=require', true],
  ['postgres://db/shop?user=me@server', true],
  ['postgres://a:1,b:70000/shop', false],
  ['postgres://me:12/3@db/shop', false],
  ['postgres://me:12?3@db/shop', false],
  ['postgres://me:12#3@db/shop', false],
])('tells whether the driver reads %s', (address, isAddress) => {
  expect(isDatabaseAddress(address)).toBe(isAddress)
})
