import { readFile, readdir, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { variables } from '#server/platform/config'
import { freePort } from './free-port'

const wranglerSchema = z.object({
  main: z.string(),
  compatibility_date: z.string(),
  compatibility_flags: z.array(z.string()),
  durable_objects: z.object({
    bindings: z.array(z.object({ name: z.string(), class_name: z.string() })).length(1),
  }),
})

const quoted = (text: string) => JSON.stringify(text)

const FILE = 'workerd.capnp'

/**
 * Translates the build's wrangler.json, which is meant for Cloudflare, into a configuration for workerd.
 * @param server folder of the built server, where the file is put, as its paths are relative.
 */
export async function writeWorkerdConfig(server: string): Promise<void> {
  const wrangler = wranglerSchema.parse(JSON.parse(await readFile(join(server, 'wrangler.json'), 'utf8')))
  const files = await readdir(server, { recursive: true })
  const modules = files
    .filter((file) => /\.(mjs|wasm)$/.test(file))
    // workerd takes the first module as the entry.
    .toSorted((a, b) => Number(b === wrangler.main) - Number(a === wrangler.main))
    .map(
      (file) =>
        `(name = ${quoted(file)}, ${file.endsWith('.mjs') ? 'esModule' : 'wasm'} = embed ${quoted(file)})`,
    )
  const objects = wrangler.durable_objects.bindings
  const bindings = [
    ...objects.map(
      ({ name, class_name }) => `(name = ${quoted(name)}, durableObjectNamespace = ${quoted(class_name)})`,
    ),
    ...Object.values(variables).map(
      ({ name }) => `(name = ${quoted(name)}, fromEnvironment = ${quoted(name)})`,
    ),
  ]
  const namespaces = objects.map(
    ({ class_name }) =>
      `(className = ${quoted(class_name)}, uniqueKey = ${quoted(class_name)}, enableSql = true)`,
  )
  await writeFile(
    join(server, FILE),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "worker", worker = .worker),
    (name = "disk", disk = (writable = true)),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", http = (), service = "worker")],
);
const worker :Workerd.Worker = (
  modules = [${modules.join(', ')}],
  compatibilityDate = ${quoted(wrangler.compatibility_date)},
  compatibilityFlags = [${wrangler.compatibility_flags.map(quoted).join(', ')}],
  durableObjectNamespaces = [${namespaces.join(', ')}],
  durableObjectStorage = (localDisk = "disk"),
  bindings = [${bindings.join(', ')}],
);
`,
  )
}

/**
 * The arguments and environment that make workerd use that file.
 * @param env variables of the server; the config directory holds the storage of the Durable Object.
 */
export async function workerdStart(server: string, env: Record<string, string>) {
  const { SVC_APP__PORT: port = String(await freePort()), SVC_APP__CONFIG_DIR: directory = '' } = env
  await mkdir(directory, { recursive: true })
  return {
    args: [
      join(server, FILE),
      '--socket-addr',
      `http=127.0.0.1:${port}`,
      '--directory-path',
      `disk=${directory}`,
    ],
    env: { SVC_APP__SECRET_KEY: 'a secret key for tests', ...env, SVC_APP__PORT: port },
  }
}
