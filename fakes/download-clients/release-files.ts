import { createHash } from 'node:crypto'

/** A torrent file with a single file; the same name always gives the same torrent. */
export function torrentFile(name: string): { file: Uint8Array; infoHash: string } {
  const info = `d6:lengthi16384e4:name${Buffer.byteLength(name)}:${name}12:piece lengthi16384e6:pieces20:${'p'.repeat(20)}e`
  const announce = 'http://tracker.invalid/announce'
  const file = Buffer.from(`d8:announce${announce.length}:${announce}4:info${info}e`)
  return { file: new Uint8Array(file), infoHash: createHash('sha1').update(info).digest('hex') }
}

/** A hybrid torrent file and its v1 hash, for programs that also know the v2 hash. */
export function torrentOfBothKinds(name: string): { file: Uint8Array; infoHash: string } {
  const content = Buffer.from(name)
  const text = (value: string) => `${Buffer.byteLength(value)}:${value}`
  const digest = (algorithm: 'sha1' | 'sha256') => createHash(algorithm).update(content).digest()
  const length = `6:lengthi${content.length}e`
  const [root, pieces] = [digest('sha256'), digest('sha1')]
  const info = Buffer.concat([
    Buffer.from(`d9:file treed${text(name)}d0:d${length}11:pieces root${root.length}:`),
    root,
    Buffer.from(`eee${length}12:meta versioni2e4:name${text(name)}12:piece lengthi16384e6:pieces`),
    Buffer.from(`${pieces.length}:`),
    pieces,
    Buffer.from('e'),
  ])
  const file = Buffer.concat([Buffer.from('d4:info'), info, Buffer.from('12:piece layersdee')])
  return { file: new Uint8Array(file), infoHash: createHash('sha1').update(info).digest('hex') }
}

/** A magnet link to the torrent that `torrentFile` creates. */
export function magnetOf(name: string): { uri: string; infoHash: string } {
  const { infoHash } = torrentFile(name)
  return { uri: `magnet:?xt=urn:btih:${infoHash}&dn=${encodeURIComponent(name)}`, infoHash }
}

/** The name and hash of a torrent file; null if it is invalid. */
export function readTorrent(file: Uint8Array): { name: string; infoHash: string } | null {
  const text = Buffer.from(file).toString('latin1')
  const start = text.indexOf('4:infod')
  if (!text.startsWith('d') || start === -1) return null
  const info = text.slice(start + 6, -1)
  const name = /4:name(\d+):/.exec(info)
  const from = name ? name.index + name[0].length : 0
  const length = Number(name?.[1] ?? 0)
  return {
    name: Buffer.from(info.slice(from, from + length), 'latin1').toString(),
    infoHash: createHash('sha1').update(Buffer.from(info, 'latin1')).digest('hex'),
  }
}

/** The name and hash of a magnet link; null if it is invalid. */
export function readMagnet(uri: string): { name: string; infoHash: string } | null {
  const infoHash = /^magnet:.*xt=urn:btih:([0-9a-f]{40})/i.exec(uri)?.[1]?.toLowerCase()
  if (infoHash === undefined) return null
  return { infoHash, name: new URL(uri).searchParams.get('dn') ?? infoHash }
}

/** An NZB file with a unique segment, because clients recognise duplicates by content. */
export function nzbFile(name: string): Uint8Array {
  const segment = createHash('sha1').update(name).digest('hex')
  return new TextEncoder().encode(
    `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE nzb PUBLIC "-//newzBin//DTD NZB 1.1//EN" "http://www.newzbin.com/DTD/nzb/nzb-1.1.dtd">
<nzb xmlns="http://www.newzbin.com/DTD/2003/nzb">
  <head><meta type="title">${name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</meta></head>
  <file poster="poster@example.invalid" date="1700000000" subject="&quot;part.m4b&quot; yEnc (1/1)">
    <groups><group>alt.binaries.test</group></groups>
    <segments><segment bytes="1000" number="1">${segment}@example.invalid</segment></segments>
  </file>
</nzb>
`,
  )
}
