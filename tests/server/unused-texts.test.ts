import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { WordGroup } from '#contract/words/in-words'
import type { MessageKey } from '#contract/words/keys'
import { partsOf, textsIn } from '#scripts/lib/locales'
import { findUnused } from '#tests/support/unused-texts'

/** The groups of texts, such as `search.sorts`. */
type GroupOf<Key extends string> = Key extends `${infer Group}.${infer Rest}`
  ? Group | `${Group}.${GroupOf<Rest>}`
  : never

/** Groups in which each text has a code or a value. */
const WHOLE: readonly `${GroupOf<MessageKey>}.${string}`[] = [
  'audit.kinds.*',
  'audit.own.*',
  'audit.said.*',
  'bookPage.editions.*',
  'bulk.done.*',
  'bulk.really.*',
  'bulk.reallySome.*',
  'connections.*.add',
  'connections.*.addTitle',
  'connections.*.empty',
  'connections.*.emptyText',
  'connections.*.lead',
  'connections.*.loading',
  'connections.form.failed.*',
  'deliveries.states.*',
  'discover.ofCategory.*',
  'discover.rows.*',
  'downloadSettings.formats.names.*',
  'downloadSettings.matching.*_hint',
  'downloadSettings.preview.verdicts.*',
  'events.*.title',
  'events.onNewBook.*Followed',
  'inbox.outcomes.*',
  'indexers.failed.*',
  'connections.findings.*',
  'init.*Text',
  'issues.*',
  'libraryMatch.done.*',
  'libraryMatch.said.*',
  'libraryMatch.saidByYou.*',
  'libraryMatch.why.*',
  'listPage.editions.*',
  'listPage.sources.*',
  'listPage.states.*',
  'listPage.tabs.*',
  'manage.actions.*',
  'manage.done.*',
  'manage.really.*',
  'notices.*',
  'notifications.events.*',
  'notifications.form.failed.*',
  'notifications.form.limits.*',
  'notifications.form.partLimits.*',
  'notifications.kinds.*.name',
  'notifications.kinds.*.text',
  'notifications.kinds.*.urlHint',
  'notifications.tokenHints.*',
  'ownAccount.themes.*',
  'personPage.sorts.*',
  'problem.*.text',
  'problem.*.title',
  'problems.*',
  'problems.*.*',
  'provider.errors.*.text',
  'provider.errors.*.title',
  'provider.steps.*',
  'push.obstacles.*',
  'quotaForm.kinds.*',
  'reasons.*',
  'recommendations.*',
  'regions.*',
  'releases.columns.*',
  'releases.considerations.*',
  'releases.saidBy.*',
  'releases.saidByYou.*',
  'releases.standing.*',
  'releases.state.*',
  'requestSettings.approveRole.*',
  'requestSettings.roles.*',
  'requestState.*',
  'requests.sorts.*',
  'search.lengths.*',
  'search.sorts.*',
  'security.oidc.methods.*',
  'security.oidc.schemes.*',
  'series.standings.*',
  'seriesPage.counts.*',
  'settings.groups.*',
  'settings.pages.*',
  'setup.names.*',
  'status.*',
  'storage.about.*',
  'storage.kinds.*',
  'timeline.*',
  'timeline.*Of',
  'timelineUnnamed.*',
  'users.roleText.*',
  'users.roles.*',
  'variables.*',
]

/** Keys assembled in a group that has other texts, with all results. */
const PARTLY: Readonly<Record<string, readonly MessageKey[]>> = {
  '*.text': ['crash.text', 'outdated.text'],
  '*.title': ['crash.title', 'outdated.title'],
  'account.*': [
    'account.admin',
    'account.trusted',
    'account.untrusted',
    'account.system',
    'account.light',
    'account.dark',
  ],
  'book.*': ['book.abridged', 'book.dramatised', 'book.original'],
  'common.*': ['common.copied', 'common.selected'],
  'download.*': [
    'download.queued',
    'download.downloading',
    'download.stalled',
    'download.processing',
    'download.completed',
  ],
  'downloadSettings.matching.*': [
    'downloadSettings.matching.title_ratio',
    'downloadSettings.matching.name_ratio',
    'downloadSettings.matching.min_seeders',
  ],
  'downloadSettings.sending.*': ['downloadSettings.sending.prowlarr', 'downloadSettings.sending.client'],
  'events.*.because': ['events.onFailedDownload.because', 'events.onNotInLibrary.because'],
  'events.*.text': [
    'events.onSuccessfulDownload.text',
    'events.onFailedDownload.text',
    'events.onNotFound.text',
    'events.onNotInLibrary.text',
  ],
  'events.labels.*': ['events.labels.authors', 'events.labels.narrators'],
  'events.onNewBook.*': ['events.onNewBook.out', 'events.onNewBook.announced'],
  'init.*': ['init.forms', 'init.basic', 'init.none'],
  'live.*': ['live.live', 'live.connecting', 'live.reconnecting', 'live.offline', 'live.paused'],
  'nav.*': ['nav.calendar', 'nav.follows', 'nav.inbox'],
  'notifications.form.*': ['notifications.form.json', 'notifications.form.text'],
  'people.*': ['people.author', 'people.narrator'],
  'releases.*': ['releases.torrent', 'releases.usenet'],
  'sample.*': ['sample.play', 'sample.stop', 'sample.again'],
  'searchIssue.*': ['searchIssue.off', 'searchIssue.both', 'searchIssue.address', 'searchIssue.key'],
  'security.type.*': [
    'security.type.forms',
    'security.type.formsText',
    'security.type.basic',
    'security.type.basicText',
    'security.type.oidc',
    'security.type.oidcText',
    'security.type.none',
    'security.type.noneText',
  ],
  'security.type.*Text': [
    'security.type.formsText',
    'security.type.basicText',
    'security.type.oidcText',
    'security.type.noneText',
  ],
  // Positions of errors, which only look like keys.
  'settings.*': [],
  'strength.*': ['strength.weak', 'strength.fair', 'strength.strong'],
}

/** Texts that are also read by group name: each group of `WordGroup` without its own template. */
const CODES = [
  'auditDetails',
  'auditNotes',
  'causes',
  'deliveryCauses',
  'facts',
  'failures',
  'fileCauses',
  'found',
  'leftOut',
  'media',
  'pages',
  'sentences',
  'serviceLeads',
  'settingHints',
  'settingLabels',
  'testFindings',
  'titles',
] satisfies WordGroup[]

const keys = partsOf('en').flatMap((part) => [...textsIn('en', part).keys()])
const sources = ['client', 'server', 'scripts/lib'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|vue)$/.test(file) && !file.endsWith('words/messages.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8')),
)

describe('the English texts', () => {
  const found = findUnused(keys, sources, { whole: WHOLE, partly: PARTLY, codes: CODES })

  it('are all used somewhere', () => {
    expect(found.unused).toEqual([])
  })

  it('are assembled only as the rules here say', () => {
    expect({ undeclared: found.undeclared, stale: found.stale }).toEqual({ undeclared: [], stale: [] })
  })
})

describe('looking for unused texts', () => {
  const texts = ['a.title', 'a.gone', 'sorts.name', 'sorts.date', 'b.on', 'b.off', 'b.gone', 'codes.full']
  const code = [
    "t('a.title')",
    't(`sorts.${by}`)',
    'const key = `b.${isOn ? `on` : `off`}`',
    't(`b.${state}`)',
  ]
  const rules = { whole: ['sorts.*'], partly: { 'b.*': ['b.on', 'b.off'] }, codes: ['codes'] }

  it('finds unused ones, even beside assembled ones', () => {
    expect(findUnused(texts, code, rules)).toEqual({
      unused: ['a.gone', 'b.gone'],
      undeclared: [],
      stale: [],
    })
  })

  it('finds templates without a rule', () => {
    const { unused, undeclared } = findUnused(texts, [...code, 't(`${page}.title`)'], { ...rules, whole: [] })
    expect(undeclared).toEqual(['sorts.*', '*.title'])
    expect(unused).toEqual(['a.gone', 'sorts.name', 'sorts.date', 'b.gone'])
  })

  it('finds rules without a template, and keys that none of their templates produces', () => {
    const partly = { 'b.*': ['b.on', 'b.off', 'a.gone', 'b.lost'] }
    const { stale } = findUnused(texts, code, { ...rules, whole: ['sorts.*', 'gone.*'], partly })
    expect(stale).toEqual(['gone.*', 'a.gone', 'b.lost'])
  })
})
