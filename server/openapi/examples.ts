import type { z } from 'zod'
import type { AccountDto, AccountSessionDto, ChangePasswordBody } from '#contract/account'
import type { ApiKeyDto, createApiKeyBody, createdApiKey, UserApiKeyDto } from '#contract/api-keys'
import { auditNote, auditNoteText } from '#contract/audit-note'
import type { ApprovalRule, ApprovalSettings } from '#contract/approval'
import type { AuditEntryDto, AuditListDto } from '#contract/audit'
import type { InitBody, loginBody, logoutAnswer, SessionDto, UserDto } from '#contract/auth'
import type { BookDto, RequestDto, RequestedBookDto } from '#contract/books'
import type { TypeaheadDto } from '#contract/catalogue'
import type {
  acceptInvitationBody,
  createInvitationBody,
  createdInvitationSchema,
  InvitationDto,
} from '#contract/invitations'
import type { InLibraryDto } from '#contract/library'
import type { Problem } from '#contract/common'
import type { IssueDto } from '#contract/issues'
import type { OidcCheckDto, signedInAnswer, takeoverBody } from '#contract/oidc'
import type { EditionsDto } from '#contract/editions'
import type { SampleDto } from '#contract/samples'
import type { SeriesDto } from '#contract/series'
import type { PatchSecurityBody, SecurityDto } from '#contract/security'
import type { PatchStorageBody, StorageDto } from '#contract/storage'
import { proxyNotice } from '#contract/notices'
import type { Quota, QuotaStandingDto, RoleQuotas } from '#contract/quotas'
import type { PatchRequestSettingsBody, RequestSettingsDto } from '#contract/request-settings'
import type { healthSchema, LiveEvent } from '#contract/system'
import type { createUserBody, updateUserBody, UserDetailsDto, UserListDto } from '#contract/users'
import type { Conditions, Wishes, wishesBody } from '#contract/wishes'
import { connectionExamples } from './connection-examples'
import { discoverExamples } from './discover-examples'
import { followExamples } from './follow-examples'
import { indexerExamples } from './indexer-examples'
import { listExamples } from './list-examples'
import { notificationExamples } from './notification-examples'
import { releaseExamples } from './release-examples'
import { requestExamples } from './request-examples'

const time = '2026-11-21T09:30:00.000Z'

const user: UserDto = { username: 'robin', role: 'trusted', group: 'trusted', root: false }
const userDetails: UserDetailsDto = {
  ...user,
  extra_data: null,
  has_password: true,
  created_at: time,
  request_count: 3,
  quota: null,
  api_key_count: 1,
}

const book: BookDto = {
  asin: 'B0EXAMPLE1',
  title: 'The Lighthouse Keeper’s Almanac',
  subtitle: 'A Novel',
  authors: ['Ines Calder'],
  narrators: ['Tom Avery', 'June Hart'],
  cover_image: '/api/covers/B0EXAMPLE1?region=us',
  release_date: '2024-03-05',
  runtime_length_min: 754,
  updated_at: time,
  downloaded: false,
  region: 'us',
  series: [{ title: 'Harbour Tales', position: '2', asin: 'B0CTHT9L1S' }],
  language: 'en',
  edition: 'unabridged',
  hand_made: false,
  status: 'waiting',
  next_try_at: null,
  error: null,
  cause: null,
  download: null,
  in_library: null,
  left_library: false,
}
const inLibrary: InLibraryDto = {
  link: 'https://listen.example.org/item/4c2f7a10',
  why: 'same_asin',
  item: '4c2f7a10',
}
const conditions: Conditions = {
  narrator: 'June Hart',
  unabridged: true,
  language: null,
  max_size_mb: 900,
  format: 'm4b',
}
const wishes: Wishes = { ...conditions, note: 'The one with the foghorn, please.' }
const wished: z.input<typeof wishesBody> = { narrator: 'June Hart', unabridged: true }
const request: RequestDto = {
  asin: book.asin,
  user_username: user.username,
  status: 'approved',
  reason: null,
  wishes,
  created_at: time,
  updated_at: time,
}
const requestedBook: RequestedBookDto = {
  book,
  requests: [request],
  username: user.username,
  requester_count: 1,
  download_error: null,
  actions: ['withdraw', 'auto_download'],
}

const apiKey: ApiKeyDto = {
  id: '0191f3c2-7a55-7c1e-9f0a-3b1d2c4e5f61',
  name: 'Home dashboard',
  enabled: true,
  created_at: time,
  last_used: null,
  expires_at: null,
  read_only: true,
}
const userApiKey: UserApiKeyDto = { ...apiKey, username: user.username }
const newApiKey: z.input<typeof createApiKeyBody> = { name: apiKey.name, read_only: true }
const shownApiKey: z.infer<typeof createdApiKey> = { name: apiKey.name, key: 'earmark_3q2-7wEXAMPLE' }

const session: SessionDto = {
  initialized: true,
  login_type: 'forms',
  force_login_type: null,
  version: '0.1.0',
  server_name: 'Robin’s audiobooks',
  default_region: 'us',
  language: null,
  min_password_length: 8,
  getting_started: false,
  secure_address: null,
  user,
}
const setUp: InitBody = {
  login_type: 'forms',
  username: 'robin',
  password: 'a long pass phrase',
  confirm_password: 'a long pass phrase',
}
const signIn: z.input<typeof loginBody> = { username: setUp.username, password: setUp.password }
const signedOut: z.infer<typeof logoutAnswer> = { redirect_to: '/login' }

const newUser: z.input<typeof createUserBody> = {
  username: 'robin',
  password: 'a long pass phrase',
  role: 'trusted',
}
const changedUser: z.input<typeof updateUserBody> = { role: 'admin' }
const userList: UserListDto = { users: [userDetails], total: 1 }

const invitation: InvitationDto = {
  id: '0191f3c2-7a55-7c1e-9f0a-3b1d2c4e5f64',
  role: 'untrusted',
  username: null,
  invited_by: user.username,
  created_at: time,
  expires_at: '2026-11-28T09:30:00.000Z',
}
const newInvitation: z.input<typeof createInvitationBody> = { role: 'untrusted', days: 7 }
const shownInvitation: z.infer<typeof createdInvitationSchema> = {
  ...invitation,
  url: 'https://books.example.org/invite#3q2-7wEXAMPLE',
}
const acceptedInvitation: z.input<typeof acceptInvitationBody> = {
  token: '3q2-7wEXAMPLE',
  username: 'mila',
  password: setUp.password,
  confirm_password: setUp.password,
}

const account: AccountDto = { has_password: true, default_region: 'de', language: 'de' }
const accountSession: AccountSessionDto = {
  id: '0191f3c2-7a55-7c1e-9f0a-3b1d2c4e5f62',
  browser: 'Firefox',
  system: 'Android',
  address: '203.0.113.7',
  created_at: time,
  last_seen: time,
  current: true,
}
const passwordChange: ChangePasswordBody = {
  old_password: setUp.password,
  new_password: 'an even longer pass phrase',
  confirm_password: 'an even longer pass phrase',
}

const security: SecurityDto = {
  login_type: 'forms',
  force_login_type: null,
  access_token_expiry: 43_200,
  min_password_length: 8,
  oidc_endpoint: 'https://id.example.org/.well-known/openid-configuration',
  oidc_client_id: 'earmark',
  oidc_client_secret: { set: true },
  oidc_scope: 'openid profile email',
  oidc_username_claim: 'preferred_username',
  oidc_group_claim: 'groups',
  oidc_redirect_scheme: 'auto',
  oidc_logout_url: '',
  oidc_token_endpoint_auth_method: 'client_secret_post',
  oidc_allow_takeover: true,
}
const storage: StorageDto = {
  kept: [{ kind: 'releases', days: 90, newest: 50_000, rows: 12_840, bytes: 18_350_080 }],
  database: 'sqlite',
  bytes: 96_468_992,
  free_bytes: 4_194_304,
  measured_at: '2026-11-02T18:04:00.000Z',
  cleaning: false,
  last_clean_up: { at: '2026-11-02T17:31:12.000Z', removed: 420 },
}
const storageChange: PatchStorageBody = { releases: { days: 60, newest: 20_000 }, audit: null }

const quota: Quota = { requests: 5, days: 7 }
const quotaStanding: QuotaStandingDto = { quota, left: 2, next_at: time }
const roleQuotas: RoleQuotas = { untrusted: quota, trusted: null }
const approvalRule: ApprovalRule = {
  name: 'Short books in English',
  max_hours: 20,
  language: 'en',
  unabridged: true,
  released: true,
}
const approval: ApprovalSettings = { roles: { untrusted: false, trusted: true }, rules: [approvalRule] }
const requestSettings: RequestSettingsDto = { quotas: roleQuotas, approval }
const requestSettingsChange: PatchRequestSettingsBody = { quotas: roleQuotas }

const securityChange: PatchSecurityBody = {
  login_type: 'oidc',
  root_username: 'robin',
  root_password: 'a long pass phrase',
}
const oidcCheck: OidcCheckDto = {
  redirect_url: 'https://books.example.org/auth/oidc',
  logout_redirect_url: 'https://books.example.org/login',
  reachable: true,
  seen: {
    issuer: 'https://id.example.org',
    scopes: ['openid', 'profile'],
    claims: ['sub', 'preferred_username'],
    token_endpoint_auth_methods: ['client_secret_basic'],
  },
  problems: [
    {
      path: 'oidc_token_endpoint_auth_method',
      code: 'method_not_supported',
      params: { method: 'client_secret_post', listed: 'client_secret_basic' },
      message: 'The provider does not know client_secret_post, but client_secret_basic.',
    },
  ],
  warnings: [
    {
      path: 'oidc_scope',
      code: 'not_listed',
      params: { name: 'books', listed: 'openid, profile' },
      message:
        'The provider does not list books, but openid, profile. It works if the provider was told to add it.',
    },
  ],
}
const takeover: z.input<typeof takeoverBody> = { password: setUp.password }
const signedIn: z.infer<typeof signedInAnswer> = { redirect_to: '/requests' }
const auditNoteExample = auditNote('changed', { before: 'untrusted', after: 'trusted' })
const auditEntry: AuditEntryDto = {
  id: '0191f3c2-7a55-7c1e-9f0a-3b1d2c4e5f63',
  kind: 'role_changed',
  at: time,
  actor: 'robin',
  subject: 'mila',
  detail: auditNoteText(auditNoteExample),
  note: auditNoteExample,
  address: '203.0.113.7',
}
const auditList: AuditListDto = { entries: [auditEntry], total: 1 }
const notice = proxyNotice('172.18.0.1')

const health: z.infer<typeof healthSchema> = { status: 'ok', version: '0.1.0' }
const series: SeriesDto = {
  asin: 'B0CTHT9L1S',
  region: 'us',
  title: 'Harbour Tales',
  counts: { total: 4, available: 1, requested: 1, upcoming: 0, other_edition: 0, missing: 2 },
  books: [{ ...requestedBook, position: '2', standing: 'requested' }],
}
const editions: EditionsDto = {
  editions: [
    { ...requestedBook, current: true, differs: [], same_recording: false },
    {
      ...requestedBook,
      book: { ...book, asin: 'B0CTHT9L2B', narrators: ['Full cast'], edition: 'dramatised' },
      current: false,
      differs: ['narrators', 'edition'],
      same_recording: false,
    },
  ],
  missing_regions: ['uk'],
}
const liveEvent: LiveEvent = { topic: 'requests', asin: book.asin }
const issue: IssueDto = { path: 'q', code: 'required', params: {}, message: 'Required' }
const problem: Problem = {
  type: 'about:blank',
  title: 'Invalid input',
  status: 422,
  detail: 'q: Required',
  code: 'validation_failed',
  params: {},
  errors: [issue],
  request_id: '3f6f2d1c-5d0e-4a55-9a6e-0a8f0e1f7b11',
}

const typeahead: TypeaheadDto = { books: [requestedBook], words: ['lighthouse mysteries'] }

/** One example per component of the OpenAPI document, under its id. */
export const examples: Readonly<Record<string, unknown>> = {
  ...connectionExamples,
  ...discoverExamples(requestedBook),
  ...followExamples(time, requestedBook),
  ...indexerExamples,
  ...listExamples(requestedBook, request.created_at),
  ...notificationExamples,
  AcceptInvitation: acceptedInvitation,
  Account: account,
  AccountSession: accountSession,
  ApiKey: apiKey,
  AuditEntry: auditEntry,
  AuditList: auditList,
  AuditNote: auditNoteExample,
  Book: book,
  ChangePassword: passwordChange,
  CreateApiKey: newApiKey,
  CreateInvitation: newInvitation,
  CreateUser: newUser,
  CreatedApiKey: shownApiKey,
  CreatedInvitation: shownInvitation,
  FindInvitation: { token: acceptedInvitation.token },
  Health: health,
  InLibrary: inLibrary,
  Init: setUp,
  Invitation: invitation,
  InvitationList: { invitations: [invitation], total: 1 },
  LiveEvent: liveEvent,
  Login: signIn,
  Logout: signedOut,
  Notice: notice,
  OidcCheck: oidcCheck,
  OidcTakeover: takeover,
  OpenInvitation: { username: null, expires_at: invitation.expires_at },
  PatchSecurity: securityChange,
  ApprovalRule: approvalRule,
  ApprovalSettings: approval,
  PatchRequestSettings: requestSettingsChange,
  PatchStorage: storageChange,
  Problem: problem,
  Issue: issue,
  Request: request,
  RequestedBook: requestedBook,
  Security: security,
  Quota: quota,
  QuotaStanding: quotaStanding,
  RequestSettings: requestSettings,
  RoleQuotas: roleQuotas,
  Storage: storage,
  Editions: editions,
  EditionOfBook: editions.editions[1],
  InSeries: book.series[0],
  Sample: { audio: `/api/books/${book.asin}/sample/audio?region=us` } satisfies SampleDto,
  Series: series,
  SeriesBook: series.books[0],
  SeriesCounts: series.counts,
  Session: session,
  SignedIn: signedIn,
  Typeahead: typeahead,
  Conditions: conditions,
  RequestBody: { wishes: wished },
  Wishes: wishes,
  WishesBody: wished,
  UpdateAccount: { default_region: account.default_region, language: account.language },
  UpdateUser: changedUser,
  User: user,
  UserApiKey: userApiKey,
  UserApiKeyList: { keys: [userApiKey], total: 1 },
  UserDetails: userDetails,
  UserList: userList,
  ...releaseExamples(book, time),
  ...requestExamples(requestedBook, { conditions, time }),
}
