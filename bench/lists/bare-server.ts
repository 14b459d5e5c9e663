import { createServer } from 'node:http'

/** As long as a page of a list. */
const body = Buffer.alloc(8_000, 'x')

/** Answers each request with the same bytes: the most that a server in Node can do. Prints its port. */
const server = createServer((_request, response) => {
  response.setHeader('content-length', body.length)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(String(address !== null && typeof address === 'object' ? address.port : ''))
})
process.once('SIGTERM', () => process.exit())
