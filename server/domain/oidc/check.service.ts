import { issueAt } from '#contract/issue-words'
import type { OidcCheckDto } from '#contract/oidc'
import { AppError } from '#server/errors/app-error'
import type { Settings } from '#server/domain/settings/settings.service'
import type { OidcProblem, OidcSettings } from '#server/domain/settings/settings.types'
import { AFTER_LOGOUT_PATH, CALLBACK_PATH, publicAddress, type PublicAddress } from './addresses.rules'
import { faultIn } from './oidc.errors'
import { compareWithProvider, findMissingSettings } from './discovery.rules'
import type { OpenId, ProviderFacts } from './oidc.types'

/** Maximum names shown of a list, and maximum characters of each. */
const SHOWN_NAMES = 100
const SHOWN_LENGTH = 200

/** The result of querying a provider. */
interface Inspection {
  /** Whether its configuration could be read. */
  readable: boolean
  /** Its facts; undefined if they could not be read. */
  facts?: ProviderFacts
  problems: OidcProblem[]
}

export type Inspect = (settings: OidcSettings) => Promise<Inspection>

/**
 * Compares settings with the provider's current configuration.
 * @param dependencies.forget clears every instance's cache of the provider.
 */
export function createInspection(dependencies: {
  openId: Pick<OpenId, 'discover'>
  forget: () => void
}): Inspect {
  const { openId, forget } = dependencies
  return async (settings) => {
    forget()
    try {
      const facts = await openId.discover(settings.endpoint)
      return { readable: true, facts, problems: compareWithProvider(settings, facts) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const severity = error.code === 'oidc_unreachable' ? 'unreachable' : 'issue'
      const unread = { severity, field: 'oidc_endpoint', fault: faultIn(error) } as const
      return { readable: false, problems: [unread] }
    }
  }
}

/** What administrators need to know while setting up a provider. */
export function createOidcCheck(dependencies: {
  inspect: Inspect
  settings: Pick<Settings, 'oidcSettings'>
  config: Pick<PublicAddress, 'publicUrl' | 'baseUrl'>
}) {
  const { inspect, settings, config } = dependencies

  return {
    /** Queries the provider now, with the stored settings. */
    async check(origin: PublicAddress['origin']): Promise<OidcCheckDto> {
      const stored = await settings.oidcSettings()
      const address = { ...config, origin, scheme: stored.redirectScheme }
      const { readable, facts, problems }: Inspection =
        stored.endpoint === '' ? { readable: false, problems: [] } : await inspect(stored)
      const all = [...findMissingSettings(stored), ...problems]
      const isWarning = ({ severity }: OidcProblem) => severity === 'warning'
      return {
        redirect_url: publicAddress(address, CALLBACK_PATH) ?? null,
        logout_redirect_url: publicAddress(address, AFTER_LOGOUT_PATH) ?? null,
        reachable: readable,
        seen: facts ? toSeen(facts) : null,
        problems: all.filter((problem) => !isWarning(problem)).map(toDto),
        warnings: all.filter(isWarning).map(toDto),
      }
    },
  }
}

const toDto = ({ field, fault: found }: OidcProblem) => issueAt(field, found)

const shorten = (text: string) => (text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text)

function toSeen({ issuer, scopes, claims, tokenEndpointAuthMethods }: ProviderFacts): OidcCheckDto['seen'] {
  const shown = (names: readonly string[] | undefined) =>
    names ? names.slice(0, SHOWN_NAMES).map(shorten) : null
  return {
    issuer: shorten(issuer),
    scopes: shown(scopes),
    claims: shown(claims),
    token_endpoint_auth_methods: shown(tokenEndpointAuthMethods),
  }
}
