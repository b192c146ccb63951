import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importsOf, sourceFiles, type Import } from '#tests/support/imports'

interface Rule {
  title: string
  /** The files that the rule applies to. */
  applies: (file: string) => boolean
  forbids: (found: Import) => boolean
  /** What to do instead. */
  fix: string
}

const NATIVE = /^(sharp|@node-rs\/argon2|@libsql\/.*|libsql|chokidar)(\/|$)/
/** The methods of the Fetch API that read a body whole, and of its stream that read it in pieces. */
const UNBOUNDED_READING =
  /\b(?:response|answer)\w*\s*\.(?:json|text|arrayBuffer|blob|bytes|formData)\(|\.body\??\.getReader\(/i
/** Modules that only Node has. Its other modules, such as `node:crypto`, exist everywhere. */
const OF_NODE_ALONE =
  /^node:(?!(?:async_hooks|buffer|crypto|events|path|stream|timers|url|util|zlib)(?:\/|$))/
const isNode = (found: Import) => found.specifier.startsWith('node:')
const isPackage = (found: Import) => found.file === undefined && !isNode(found)
const isDrizzle = (found: Import) => found.specifier.startsWith('drizzle-orm')
const inFolder = (found: Import, folder: string) => found.file?.startsWith(`${folder}/`) ?? false
const featureOf = (file: string) => /^server\/domain\/([^/]+)\//.exec(file)?.[1]

const isContract = (file: string) => file.startsWith('server/contract/')
const isRules = (file: string) => file.endsWith('.rules.ts') || file.startsWith('server/domain/ranking/')
const isRepository = (file: string) => file.endsWith('.repository.ts')
const isDriver = (file: string) => /^server\/domain\/[^/]+\/drivers\//.test(file)
const isThread = (file: string) => /^server\/db\/sqlite-(thread|executor|connection|place)\.ts$/.test(file)
const isEdge = (file: string) => /^server\/(api|routes|middleware)\//.test(file)
/** Modules that Workers have and Node lacks. */
const OF_WORKERS_ALONE = /\.wasm(?:\?|$)|^earmark:migrations$|^cloudflare:/
/** The part for Node only: the entry of its build, and the modules that only it uses. */
const isOfNode = (file: string) =>
  /^server\/(db\/.+|platform\/(node|secret-files|database-address|other-servers)|start\/(main|env-file|serve|start-on-load|node-instance|reset-root|reset-secrets|command|confirm-prompt|password-prompt|unparsed-requests))\.ts$/.test(
    file,
  )
/** The rooms of the client, each of which imports only those before it. */
const CLIENT_ROOMS = ['client/app/', 'client/ui/', 'client/features/', 'client/layout/', 'client/']
const roomOf = (file: string) => CLIENT_ROOMS.findIndex((room) => file.startsWith(room))
/** Imports that routes may use. */
const isGround = (file: string) => /^server\/(http|security|openapi)\//.test(file)

const rules: Rule[] = [
  {
    title: 'The contract imports zod, texts and what reads them',
    applies: isContract,
    forbids: (found) =>
      !isContract(found.file ?? '') && !/^(?:zod|icu-minify\/.+|#locales\/.+)$/.test(found.specifier),
    fix: 'The client bundles the contract. Move what needs more into a feature or server/http.',
  },
  {
    title: 'Rules are pure: they import the contract, other rules, errors and types',
    applies: isRules,
    forbids: (found) =>
      !found.typeOnly &&
      !isContract(found.file ?? '') &&
      !isRules(found.file ?? '') &&
      !(found.file?.endsWith('.errors.ts') ?? false),
    fix: 'Hand what was read, the time or a random value to the rule as an argument, from its service.',
  },
  {
    title: 'Only repositories and server/db import Drizzle',
    applies: (file) => !isRepository(file) && !file.startsWith('server/db/'),
    forbids: isDrizzle,
    fix: 'Put the query into the repository of the feature and call that.',
  },
  {
    // The rules and errors of books define a book in terms that requests and fulfilment share: they are pure, so there
    // is nothing that a test or another database would replace, and injecting them would gain nothing.
    title: 'A feature imports other features only as types, but for the rules and errors of books',
    applies: (file) => featureOf(file) !== undefined,
    forbids: (found) => {
      const feature = featureOf(found.file ?? '')
      return (
        feature !== undefined &&
        feature !== featureOf(found.from) &&
        !found.typeOnly &&
        !(feature === 'books' && /\.(rules|errors)\.ts$/.test(found.file ?? ''))
      )
    },
    fix: 'Take the other service as a dependency (`import type`) and wire both in server/app.ts.',
  },
  {
    title: 'Books know nothing of those who want them or get them',
    applies: (file) => featureOf(file) === 'books',
    forbids: (found) => ['requests', 'fulfilment'].includes(featureOf(found.file ?? '') ?? ''),
    fix: 'Requests and fulfilment ask for books, never the other way: hand in what books need, from server/app.ts.',
  },
  {
    title: 'Services import no database, driver, file or socket',
    applies: (file) => file.endsWith('.service.ts'),
    forbids: (found) =>
      !found.typeOnly && (isNode(found) || inFolder(found, 'server/db') || isDriver(found.file ?? '')),
    fix: 'Take it as a dependency (`import type`) and hand it in from server/app.ts.',
  },
  {
    // The build puts modules that the server also uses into its chunk, so the thread would start a server.
    title: 'What the threads of a database file run imports nothing that the server runs',
    applies: isThread,
    forbids: (found) => !found.typeOnly && found.file !== undefined && !isThread(found.file),
    fix: 'Do without it, or write it down once more: it is the least that a thread needs.',
  },
  {
    title: 'Drivers know no database',
    applies: isDriver,
    forbids: (found) => isDrizzle(found) || inFolder(found, 'server/db') || isRepository(found.file ?? ''),
    fix: 'Return what the other service said, and let the service store it.',
  },
  {
    title: 'Routes import the contract, server/http, server/security, server/openapi and types',
    applies: isEdge,
    forbids: (found) =>
      !found.typeOnly && found.file !== undefined && !isContract(found.file) && !isGround(found.file),
    fix: 'Call a service of the `app` that `route()` hands to the handler.',
  },
  {
    title: 'What routes are made of imports features only as types, but for their errors',
    applies: isGround,
    forbids: (found) =>
      !found.typeOnly && featureOf(found.file ?? '') !== undefined && !/\.errors\.ts$/.test(found.file ?? ''),
    fix: 'Call a service of the `app` in the context of the event, or move what is about HTTP into server/http.',
  },
  {
    title: 'server/security imports nothing of server/http and server/openapi, which are made of it',
    applies: (file) => file.startsWith('server/security/'),
    forbids: (found) => inFolder(found, 'server/http') || inFolder(found, 'server/openapi'),
    fix: 'Hand it in from server/http, or move what both need into server/security or server/errors.',
  },
  {
    title: 'Jobs import services and types',
    applies: (file) => file.startsWith('server/jobs/'),
    forbids: (found) =>
      !found.typeOnly &&
      (inFolder(found, 'server/db') || isRepository(found.file ?? '') || isDriver(found.file ?? '')),
    fix: 'Call a service of the application that the job is made with.',
  },
  {
    title: 'Routes, what they are made of, contract and rules run on every platform of Nitro',
    applies: (file) => isEdge(file) || isContract(file) || isRules(file) || isGround(file),
    forbids: (found) => isNode(found) || NATIVE.test(found.specifier),
    fix: 'Put what needs Node or a native package behind a driver that is handed in from server/platform.',
  },
  {
    title: 'The database imports nothing of the features that use it, not even types',
    applies: (file) => file.startsWith('server/db/'),
    forbids: (found) => inFolder(found, 'server/domain'),
    fix: 'Describe what a column holds beside the tables, as in server/db/stored-facts.ts, and use that in the feature.',
  },
  {
    title: 'Nothing imports what starts the server, not even types',
    applies: (file) => /^server\/(?!start\/|plugins\/)/.test(file),
    forbids: (found) => inFolder(found, 'server/start'),
    fix: 'Hand it in from server/app.ts, or move what both need into server/platform.',
  },
  {
    title: 'The client imports nothing of the server but the contract',
    applies: (file) => file.startsWith('client/'),
    forbids: (found) => inFolder(found, 'server') && !found.specifier.startsWith('#contract/'),
    fix: 'Move what both need into server/contract and import it as `#contract/…`.',
  },
  {
    title:
      'In the client, layout imports features, they import ui, and that imports app; never the other way',
    applies: (file) => roomOf(file) !== -1,
    forbids: (found) => !found.typeOnly && !found.deferred && roomOf(found.file ?? '') > roomOf(found.from),
    fix: 'Move what the lower one needs into it, or hand it in. Only routes load pages, and they do so when reached.',
  },
  {
    title: 'Examples of the contract are only for the OpenAPI document',
    applies: (file) => /^(client|server\/contract)\//.test(file) && !file.endsWith('.examples.ts'),
    forbids: (found) => /^server\/contract\/(.+\.examples|example)\.ts$/.test(found.file ?? ''),
    fix: 'The client bundles the contract. Import them in server/openapi/examples.ts.',
  },
  {
    title: 'The server imports nothing of the client, the fakes, the tests or the scripts',
    applies: (file) => file.startsWith('server/'),
    forbids: (found) => ['client', 'fakes', 'tests', 'scripts'].some((folder) => inFolder(found, folder)),
    fix: 'Move what both need into server/contract.',
  },
  {
    title: 'Packages of the framework for requests stay at the edge',
    applies: (file) => /^server\/(domain|db|jobs|contract)\//.test(file),
    forbids: (found) => isPackage(found) && /^(h3|nitropack)(\/|$)/.test(found.specifier),
    fix: 'Answer with data and let the route or server/http turn it into a response.',
  },
]

const imports = sourceFiles('server', 'client').flatMap(importsOf)

describe('Who may import whom', () => {
  it('finds the sources and their imports', () => {
    expect(imports.filter((found) => found.from === 'server/app.ts').length).toBeGreaterThan(3)
    expect(imports.some((found) => found.from.endsWith('.vue') && found.specifier === 'vue')).toBe(true)
  })

  it.each(rules)('$title', ({ applies, forbids, fix }) => {
    const broken = imports
      .filter((found) => applies(found.from) && forbids(found))
      .map((found) => `${found.from}:${found.line} imports ${found.specifier}`)
    expect(broken, `${fix}\n${broken.join('\n')}\n`).toEqual([])
  })

  it('Only server/platform imports what a single platform has', () => {
    const native = nativeFiles()
    expect(native).toContain('server/domain/auth/drivers/argon2.ts')
    expect(native).toContain('server/platform/node.ts')
    const broken = native.filter(
      (file) => !isOfNode(file) && !isDriver(file) && !file.startsWith('server/upstream/'),
    )
    expect(
      broken,
      `Take it as a dependency (\`import type\`), name it in server/platform/platform.ts and supply it in the files beside that.\n${broken.join('\n')}\n`,
    ).toEqual([])
  })

  it('The build for Workers contains nothing that only Node has, and vice versa', () => {
    expect(nativeFiles()).not.toContain('server/start/worker.ts')
    const ofWorkers = imports.filter(({ specifier }) => OF_WORKERS_ALONE.test(specifier))
    expect(new Set(ofWorkers.map(({ from }) => from))).toEqual(
      new Set(['server/platform/worker.ts', 'server/start/worker.ts']),
    )
    const importers = imports.filter(({ file }) => file === 'server/platform/worker.ts')
    expect(importers.map(({ from }) => from)).toEqual(['server/start/worker.ts'])
  })

  it('Every import of a file of this project resolves', () => {
    const missing = imports
      .filter(
        (found) =>
          found.file !== undefined && !known.has(found.file) && !/\?|\.(css|json|svg)$/.test(found.file),
      )
      .map((found) => `${found.from}:${found.line} imports ${found.specifier}`)
    expect(missing).toEqual([])
  })

  it('Every import that leaves its folder uses its alias', () => {
    const upwards = [...imports, ...sourceFiles('fakes', 'tests', 'scripts').flatMap(importsOf)]
      .filter(({ specifier, file }) => specifier.startsWith('../') && /\.(ts|vue|mjs)$/.test(file ?? ''))
      .map((found) => `${found.from}:${found.line} imports ${found.specifier}`)
    expect(upwards, `The aliases stand in package.json under "imports".\n${upwards.join('\n')}\n`).toEqual([])
  })

  it('Announcing has one type', () => {
    const declared = sourceFiles('server').filter((file) =>
      /\bevent: LiveEvent,\s*audience\b/.test(readFileSync(file, 'utf8')),
    )
    expect(declared, 'Import `Announce` from server/domain/announce.ts.').toEqual([
      'server/domain/announce.ts',
      'server/http/live-events.ts',
    ])
  })

  it('Routes, what they are made of, and jobs call no repository', () => {
    const callers = [...known].filter(
      (file) =>
        (isEdge(file) || isGround(file) || file.startsWith('server/jobs/')) &&
        /\.repository\b/.test(readFileSync(file, 'utf8')),
    )
    expect(callers, 'Call a service of the feature, which may be a function of its feature.ts.').toEqual([])
  })

  it('Only the shared reader reads answers of other services', () => {
    const readers = sourceFiles('server/domain', 'server/jobs')
      .map((file) => ({ file, source: readFileSync(file, 'utf8') }))
      .filter(({ source }) => UNBOUNDED_READING.test(source))
      .map(({ file }) => file)
    expect(
      readers,
      `Read it with server/upstream/bounded-body.ts: what is unfolded has no limit of its own.\n${readers.join('\n')}\n`,
    ).toEqual([])
  })

  it('No two folders of the server import each other, directly or not', () => {
    const cycles = findFolderCycles()
    expect(
      cycles,
      `Turn one of these imports round: move what the lower folder needs down to it, import only its type, or hand it in from above (server/app.ts for services, server/platform for what differs between platforms).\n${cycles.join('\n')}\n`,
    ).toEqual([])
  })

  it('The root of the server holds the composition and folders', () => {
    const root = [...known].filter((file) => dirname(file) === 'server')
    expect(root, 'Move it into the folder of what it is part of.').toEqual(['server/app.ts'])
  })

  it('No file imports itself indirectly', () => {
    const cycle = findCycle((file) => file)
    expect(
      cycle,
      `Break it by moving what both ends need into a file of its own:\n${cycle.join('\n→ ')}\n`,
    ).toEqual([])
  })

  it('No feature of the client imports itself indirectly', () => {
    const cycle = findCycle(clientFeature)
    expect(
      cycle,
      `Move what both ends need into client/ui, client/app or a feature of its own:\n${cycle.join('\n→ ')}\n`,
    ).toEqual([])
  })
})

const known = new Set(sourceFiles('server', 'client'))

/** The folder of a server file: of a feature, or else directly in server/. */
const folderOf = (file: string) => /^server\/(?:domain\/)?[^/]+/.exec(dirname(file))?.[0] ?? file

const isFeature = (file: string) => /^server\/domain\/[^/]+\//.test(file)

/**
 * The imports that lead from one folder of the server to another and back: at run time, or between features also of
 * types only.
 */
function findFolderCycles(): string[] {
  const leaving = imports.flatMap(({ from, line, file, specifier, typeOnly }) => {
    if (!from.startsWith('server/') || !file?.startsWith('server/')) return []
    if (typeOnly && !(isFeature(from) && isFeature(file))) return []
    const edge = { from: folderOf(from), to: folderOf(file), shown: `${from}:${line} imports ${specifier}` }
    return edge.from === edge.to ? [] : [edge]
  })
  const reachable = (folder: string, seen = new Set<string>()): Set<string> => {
    for (const { from, to } of leaving) {
      if (from === folder && !seen.has(to)) reachable(to, seen.add(to))
    }
    return seen
  }
  const reached = new Map(leaving.map(({ to }) => [to, reachable(to)]))
  return leaving.filter(({ from, to }) => reached.get(to)?.has(from)).map(({ shown }) => shown)
}

/** The server files that run on one platform only, because of an import, direct or not. */
function nativeFiles(): string[] {
  const atRunTime = imports.filter(({ from, typeOnly }) => from.startsWith('server/') && !typeOnly)
  const native = new Set<string>()
  const isNative = ({ specifier, file }: Import) =>
    NATIVE.test(specifier) || OF_NODE_ALONE.test(specifier) || (file !== undefined && native.has(file))
  for (let before = -1; before < native.size;) {
    before = native.size
    for (const found of atRunTime) if (isNative(found)) native.add(found.from)
  }
  return [...native]
}

const clientFeature = (file: string) => /^client\/features\/[^/]+(?=\/)/.exec(file)?.[0]

/**
 * The first evaluated import cycle; empty if there is none.
 * @param nodeOf what a file counts as: itself, or its folder, within which imports do not count; undefined for neither.
 */
function findCycle(nodeOf: (file: string) => string | undefined): string[] {
  const targets = new Map<string, Set<string>>()
  for (const { from, file, typeOnly, deferred } of imports) {
    const [node, target] = [nodeOf(from), nodeOf(file ?? '')]
    if (node === undefined || !target || typeOnly || deferred || (node === target && from !== file)) continue
    targets.set(node, (targets.get(node) ?? new Set()).add(target))
  }
  const done = new Set<string>()
  const search = (node: string, path: string[]): string[] => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node]
    if (done.has(node)) return []
    done.add(node)
    for (const next of targets.get(node) ?? []) {
      const cycle = search(next, [...path, node])
      if (cycle.length > 0) return cycle
    }
    return []
  }
  for (const node of targets.keys()) {
    const cycle = search(node, [])
    if (cycle.length > 0) return cycle
  }
  return []
}
