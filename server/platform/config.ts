import { z } from 'zod'
import { languageSchema, LOGIN_TYPES, regionSchema, REGIONS, loginTypeSchema } from '#contract/common'
import { LANGUAGES } from '#contract/words/messages'
import { parseAllowedHosts } from '#server/security/host-names'
import { parseNetworks, type Network } from '#server/security/networks'

/** One environment variable: documentation, validation and default. */
interface Definition<T, Default> {
  name: string
  doc: string
  /** The accepted values in words, for the message about an invalid one. */
  accepted: string
  schema: z.ZodType<T, string>
  default: Default
  /** Values of secrets are never printed. */
  secret?: boolean
}

export interface Variable<T, Default = T | undefined> extends Definition<T, Default> {
  /** The default as documented; undefined if the variable is unset by default. */
  defaultText: string | undefined
}

/** @param definition.defaultText if it is not just the default. */
function variable<T, const Default extends NoInfer<T> | undefined>(
  definition: Definition<T, Default> & { defaultText?: string },
): Variable<T, Default> {
  const { default: value } = definition
  return { defaultText: value === undefined ? undefined : String(value), ...definition }
}

const booleanSchema = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['true', 'false', '1', '0', 'yes', 'no', 'on', 'off']))
  .transform((value) => ['true', '1', 'yes', 'on'].includes(value))
/** A variable that is off by default. */
const flag = (definition: { name: string; doc: string }) =>
  variable({ ...definition, accepted: 'true or false', schema: booleanSchema, default: false })

const portSchema = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .pipe(z.number().int().min(1).max(65535))
const PORT = 'a port number from 1 to 65535'

const nonEmpty = z.string().min(1)

/** `/`, `audiobooks`, `/audiobooks/` and the empty text all become a path with one slash at each end. */
const basePathSchema = z
  .string()
  .regex(/^[A-Za-z0-9._~/-]*$/)
  .refine((value) => !value.split('/').some((part) => part === '.' || part === '..'))
  .transform((value) => {
    const parts = value.split('/').filter((part) => part !== '')
    return parts.length === 0 ? '/' : `/${parts.join('/')}/`
  })

const httpUrl = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
const isBareOrigin = (url: URL) => url.username === '' && url.password === '' && url.pathname === '/'
const isPlainAddress = (value: string) =>
  httpUrl(value) && new URL(value).username === '' && new URL(value).password === ''
const originSchema = z
  .string()
  .refine((value) => httpUrl(value) && isBareOrigin(new URL(value)) && !/[?#]/.test(value))
  .transform((value) => value.replace(/(?<!\/)\/+$/, ''))

const originsSchema: z.ZodType<string[], string> = z
  .string()
  .transform((value) => value.split(',').map((entry) => entry.trim()))
  .pipe(z.array(originSchema.transform((value) => new URL(value).origin)))

const networksSchema: z.ZodType<Network[], string> = z.string().transform((value, context) => {
  const networks = parseNetworks(value)
  if (networks) return networks
  context.addIssue('not a list of addresses')
  return z.NEVER
})

const allowedHostsSchema: z.ZodType<string[], string> = z.string().transform((value, context) => {
  const hosts = parseAllowedHosts(value)
  if (hosts) return hosts
  context.addIssue('not a list of host names')
  return z.NEVER
})

const LOG_LEVELS = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const
const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
export type SslMode = (typeof SSL_MODES)[number]

/** Every variable the server reads, in the order of the documentation. */
export const variables = {
  port: variable({
    name: 'SVC_APP__PORT',
    doc: 'Port the server listens on.',
    accepted: PORT,
    schema: portSchema,
    default: 8000,
  }),
  debug: flag({
    name: 'SVC_APP__DEBUG',
    doc: 'Adds technical detail to error responses. Do not use it on a server that strangers can reach.',
  }),
  openapiEnabled: flag({
    name: 'SVC_APP__OPENAPI_ENABLED',
    doc: 'Serves the OpenAPI document at `/openapi.json` and interactive pages at `/docs`.',
  }),
  name: variable({
    name: 'SVC_APP__NAME',
    doc: 'Name of this server on the sign-in page, such as `Robin’s audiobooks`. If unset, the page shows the host name.',
    accepted: 'a name of 1 to 60 characters',
    schema: z.string().trim().min(1).max(60),
    default: undefined,
  }),
  configDir: variable({
    name: 'SVC_APP__CONFIG_DIR',
    doc: 'Directory for the database file, covers and the secret key.',
    accepted: 'a directory',
    schema: nonEmpty,
    default: '/config',
  }),
  logLevel: variable({
    name: 'SVC_APP__LOG_LEVEL',
    doc: 'Lowest severity to log: DEBUG, INFO, WARN or ERROR.',
    accepted: LOG_LEVELS.join(', '),
    schema: z.string().toUpperCase().pipe(z.enum(LOG_LEVELS)),
    default: 'INFO',
  }),
  baseUrl: variable({
    name: 'SVC_APP__BASE_URL',
    doc: 'Path under which everything is served, such as `/audiobooks`, for a reverse proxy that keeps the prefix.',
    defaultText: '',
    accepted: 'a path such as /audiobooks, without host, query or dots',
    schema: basePathSchema,
    default: '/',
  }),
  defaultRegion: variable({
    name: 'SVC_APP__DEFAULT_REGION',
    doc: `Catalogue region for people who have not chosen one: ${REGIONS.join(', ')}.`,
    accepted: REGIONS.join(', '),
    schema: z.string().toLowerCase().pipe(regionSchema),
    default: 'us',
  }),
  defaultLanguage: variable({
    name: 'SVC_APP__DEFAULT_LANGUAGE',
    doc: `Language of notifications if neither the target nor its owner has one: ${LANGUAGES.join(', ')}.`,
    accepted: LANGUAGES.join(', '),
    schema: languageSchema,
    default: 'en',
  }),
  forceLoginType: variable({
    name: 'SVC_APP__FORCE_LOGIN_TYPE',
    doc: 'Overrides the stored login type: basic, forms, oidc or none. Changing it ends all sessions. `oidc` requires both `SVC_APP__INIT_ROOT_` variables until a root administrator exists.',
    accepted: LOGIN_TYPES.join(', '),
    schema: z.string().toLowerCase().pipe(loginTypeSchema),
    default: undefined,
  }),
  initRootUsername: variable({
    name: 'SVC_APP__INIT_ROOT_USERNAME',
    doc: 'Username of the root administrator created on the first start. Ignored once one exists.',
    accepted: 'a username of 1 to 100 characters',
    // Validated on use: once a root administrator exists, the variable no longer matters.
    schema: nonEmpty,
    default: undefined,
  }),
  initRootPassword: variable({
    name: 'SVC_APP__INIT_ROOT_PASSWORD',
    doc: 'Password of the root administrator created on the first start. Ignored once one exists.',
    accepted: 'a password',
    schema: nonEmpty,
    default: undefined,
    secret: true,
  }),
  trustedProxies: variable<Network[], Network[]>({
    name: 'SVC_APP__FORWARDED_ALLOW_IPS',
    doc: 'Addresses or networks (CIDR) of reverse proxies whose `X-Forwarded-*` headers are trusted, separated by commas.',
    defaultText: '127.0.0.1, ::1',
    accepted: 'IP addresses and networks such as 10.0.0.0/8, separated by commas',
    schema: networksSchema,
    default: parseNetworks('127.0.0.1, ::1') ?? [],
  }),
  publicUrl: variable({
    name: 'SVC_APP__PUBLIC_URL',
    doc: 'Address people use, without the base path, for links in notifications, such as `https://books.example.org`. If it is https, cookies of people who use this address are sent over https only. If unset, links use the address at which an administrator last signed in.',
    accepted: 'an http or https address without credentials, path or query',
    schema: originSchema,
    default: undefined,
  }),
  hsts: flag({
    name: 'SVC_APP__HSTS',
    doc: 'Tells browsers to use only https for the whole host name for a year (`Strict-Transport-Security`), and with it for every other service on its ports and paths. Usually the proxy that terminates TLS decides this.',
  }),
  allowedHosts: variable<string[], undefined>({
    name: 'SVC_APP__ALLOWED_HOSTS',
    doc: 'Host names to accept besides that of the public address and those of your own network, separated by commas: `books.example.org`, `*.example.org` for all its subdomains, `*` for any name.',
    accepted:
      'host names without scheme and port, such as books.example.org, *.example.org or *, separated by commas',
    schema: allowedHostsSchema,
    default: undefined,
  }),
  corsOrigins: variable<string[], string[]>({
    name: 'SVC_APP__CORS_ORIGINS',
    doc: 'Origins whose pages may call the API with an API key, separated by commas, such as `https://dashboard.example.org`. Cookies never count there.',
    defaultText: 'none',
    accepted:
      'http or https origins without path, such as https://dashboard.example.org, separated by commas',
    schema: originsSchema,
    default: [],
  }),
  secretKey: variable({
    name: 'SVC_APP__SECRET_KEY',
    doc: 'Encrypts stored secrets; instances that share a database need the same one. At least 16 characters.',
    defaultText: 'generated once, in the config directory',
    accepted: 'at least 16 characters',
    schema: z.string().min(16).max(1000),
    default: undefined,
    secret: true,
  }),
  catalogueBaseUrl: variable({
    name: 'SVC_CATALOGUE__BASE_URL',
    doc: 'Address of the catalogue; `{tld}` becomes the region’s domain suffix, such as `co.uk`.',
    accepted: 'an http or https address without credentials or query, which may contain {tld}',
    schema: z
      .string()
      .refine((value) => isPlainAddress(value.replaceAll('{tld}', 'com')) && !/[?#]/.test(value))
      .transform((value) => value.replace(/(?<!\/)\/+$/, '')),
    default: 'https://api.audible.{tld}',
  }),
  sqlitePath: variable({
    name: 'SVC_DB__SQLITE_PATH',
    doc: 'Database file. The path is relative to the config directory.',
    accepted: 'a file path',
    schema: nonEmpty,
    default: 'db.sqlite',
  }),
  usePostgres: flag({
    name: 'SVC_DB__USE_POSTGRES',
    doc: 'Uses PostgreSQL instead of the database file.',
  }),
  postgresHost: variable({
    name: 'SVC_DB__POSTGRES_HOST',
    doc: 'PostgreSQL host.',
    accepted: 'a host name or address',
    schema: nonEmpty,
    default: 'localhost',
  }),
  postgresPort: variable({
    name: 'SVC_DB__POSTGRES_PORT',
    doc: 'PostgreSQL port.',
    accepted: PORT,
    schema: portSchema,
    default: 5432,
  }),
  postgresDatabase: variable({
    name: 'SVC_DB__POSTGRES_DB',
    doc: 'Name of the PostgreSQL database.',
    accepted: 'a database name',
    schema: nonEmpty,
    default: 'earmark',
  }),
  postgresUser: variable({
    name: 'SVC_DB__POSTGRES_USER',
    doc: 'User of that database.',
    accepted: 'a user name',
    schema: nonEmpty,
    default: 'earmark',
  }),
  postgresPassword: variable({
    name: 'SVC_DB__POSTGRES_PASSWORD',
    doc: 'Password of that user.',
    accepted: 'a password',
    schema: z.string(),
    default: 'password',
    secret: true,
  }),
  postgresSslMode: variable({
    name: 'SVC_DB__POSTGRES_SSL_MODE',
    doc: `How to encrypt the connection, in libpq’s terms: ${SSL_MODES.join(', ')}.`,
    accepted: SSL_MODES.join(', '),
    schema: z.string().toLowerCase().pipe(z.enum(SSL_MODES)),
    default: 'prefer',
  }),
  postgresPoolSize: variable({
    name: 'SVC_DB__POSTGRES_POOL_SIZE',
    doc: 'Connections to PostgreSQL per instance, in addition to the one that listens and, while answers are missing, one that asks why.',
    accepted: 'a number from 2 to 100',
    schema: z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number)
      .pipe(z.number().int().min(2).max(100)),
    default: 10,
  }),
} satisfies Record<string, Variable<unknown>>

type Variables = typeof variables
type ValueOf<V> = V extends { schema: z.ZodType<infer T, string>; default: infer Default }
  ? T | Default
  : never

/** The parsed environment. `baseUrl` begins and ends with a slash; `publicUrl` has no trailing slash. */
export type Config = { readonly [K in keyof Variables]: ValueOf<Variables[K]> }

/** A variable has a value with which the server cannot start. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ConfigError'
  }
}

/**
 * Reads the configuration from an environment. An unset or empty variable gets its default.
 * @throws ConfigError with the first invalid variable, its value and what is accepted.
 */
export function parseConfig(environment: Record<string, string | undefined>): Config {
  const entries = Object.entries(variables).map(([key, definition]: [string, Variable<unknown>]) => {
    const given = environment[definition.name]
    if (given === undefined || given.trim() === '') return [key, definition.default]
    const parsed = definition.schema.safeParse(definition.secret ? given : given.trim())
    if (parsed.success) return [key, parsed.data]
    // Addresses may contain a password by mistake.
    const shown = definition.secret
      ? 'a value that is not shown'
      : JSON.stringify(given.replace(/\/\/[^/]*@/, '//***@'))
    throw new ConfigError(`${definition.name} is ${shown}; accepted: ${definition.accepted}.`)
  })
  return Object.fromEntries(entries) as Config
}
