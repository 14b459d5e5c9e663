import { httpClientAt } from './http-client.ts'

// Searches on many connections of some client networks, each as soon as the one before was answered, until it is
// ended.

type Flood = { urls: readonly string[]; addresses: readonly string[]; connections: number }

const { urls, addresses, connections } = JSON.parse(process.argv[2] ?? '') as Flood

async function search(bot: ReturnType<typeof httpClientAt>): Promise<never> {
  for (let asked = 0; ; asked += 1) {
    await bot(`${urls[asked % urls.length]}/events?title=${asked % 1_000}`).catch(() => undefined)
  }
}

await Promise.all(
  addresses.flatMap((address) => {
    const bot = httpClientAt(address)
    return Array.from({ length: connections }, () => search(bot))
  }),
)
