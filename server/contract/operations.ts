import * as account from './account'
import * as apiKeys from './api-keys'
import * as audit from './audit'
import * as auth from './auth'
import * as books from './books'
import * as bulk from './bulk'
import * as calendar from './calendar'
import * as catalogue from './catalogue'
import * as configurationFile from './configuration-file'
import * as connections from './connections'
import * as dashboards from './dashboards'
import * as discover from './discover'
import * as discoverSettings from './discover-settings'
import * as downloadSettings from './download-settings'
import * as editions from './editions'
import * as feeds from './feeds'
import * as follows from './follows'
import * as fulfilment from './fulfilment'
import * as handMade from './hand-made'
import * as inbox from './inbox'
import * as indexers from './indexers'
import * as invitations from './invitations'
import * as judgedPairs from './judged-pairs'
import * as libraryMatches from './library-matches'
import * as lists from './lists'
import * as notificationOperations from './notification-operations'
import * as oidc from './oidc'
import * as people from './people'
import * as quotas from './quotas'
import * as requestSettings from './request-settings'
import * as requests from './requests'
import * as samples from './samples'
import * as security from './security'
import * as series from './series'
import * as storage from './storage'
import * as system from './system'
import * as users from './users'
import type { Operation } from './operation'

/** Everything that the files with operations export, in the order of the OpenAPI document. */
const exported = {
  ...system,
  ...auth,
  ...oidc,
  ...users,
  ...quotas,
  ...invitations,
  ...account,
  ...apiKeys,
  ...catalogue,
  ...discover,
  ...requests,
  ...bulk,
  ...fulfilment,
  ...judgedPairs,
  ...handMade,
  ...lists,
  ...books,
  ...editions,
  ...samples,
  ...series,
  ...people,
  ...follows,
  ...calendar,
  ...feeds,
  ...inbox,
  ...libraryMatches,
  ...dashboards,
  ...indexers,
  ...configurationFile,
  ...connections,
  ...downloadSettings,
  ...notificationOperations,
  ...requestSettings,
  ...discoverSettings,
  ...storage,
  ...security,
  ...audit,
}
type Exported = typeof exported

/** Every operation of the API, by its name in the OpenAPI document. */
export type Operations = {
  [Name in keyof Exported as Exported[Name] extends Operation ? Name : never]: Exported[Name]
}
export const operations: Readonly<Record<string, Operation>> = Object.fromEntries(
  Object.entries<unknown>(exported).flatMap(([name, value]) => (isOperation(value) ? [[name, value]] : [])),
)

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}
