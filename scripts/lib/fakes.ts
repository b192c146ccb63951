import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { startCatalogueFake } from '#fakes/catalogue'
import { startProwlarrFake } from '#fakes/prowlarr'
import { startWebhookSink } from '#fakes/webhook-sink'

const portsSchema = z.object({ catalogue: z.number(), prowlarr: z.number(), sink: z.number() })
type Ports = z.infer<typeof portsSchema>

const portOf = ({ url }: { url: string }) => Number(new URL(url).port)

/**
 * Starts every fake of an outside service on a free port of loopback.
 * @param memory file that keeps the ports for the next time, as a kept database holds addresses of the fakes
 */
export async function startFakes({ memory }: { memory?: string } = {}) {
  const ports: Partial<Ports> =
    memory !== undefined && existsSync(memory)
      ? portsSchema.parse(JSON.parse(readFileSync(memory, 'utf8')))
      : {}
  const [catalogue, prowlarr, sink] = await Promise.all([
    startCatalogueFake({ port: ports.catalogue ?? 0 }),
    startProwlarrFake({ port: ports.prowlarr ?? 0 }),
    startWebhookSink({ port: ports.sink ?? 0 }),
  ])
  if (memory !== undefined) {
    const used: Ports = { catalogue: portOf(catalogue), prowlarr: portOf(prowlarr), sink: portOf(sink) }
    writeFileSync(memory, JSON.stringify(used))
  }
  return {
    catalogue,
    prowlarr,
    sink,
    /** Environment that makes the server use them. */
    env: { SVC_CATALOGUE__BASE_URL: catalogue.baseUrl },
    async close(): Promise<void> {
      await Promise.all([catalogue.close(), prowlarr.close(), sink.close()])
    },
  }
}

export type Fakes = Awaited<ReturnType<typeof startFakes>>
