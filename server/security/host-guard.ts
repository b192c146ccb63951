import type { H3Event } from 'h3'
import { defineProblem } from '#server/errors/problem'
import { hostName } from './host-names'
import { PageError, pageText } from '#server/errors/page-error'
import { requestHeader } from './request-header'

const badHost = defineProblem('bad_host', 400)

const unknownHost = defineProblem('unknown_host', 421)

/**
 * Admits only requests under this server's own names. A stranger's page whose name was pointed here (DNS
 * rebinding) counts as same-site, so only the name gives it away. If people have to sign in, such a page
 * cannot get past the sign-in either, so unknown names are admitted unless names are configured.
 * @throws AppError `bad_host` 400 or `unknown_host` 421.
 */
export async function guardHost(event: H3Event): Promise<void> {
  refuseTwoHosts(event)
  const { app, origin } = event.context
  // Checks the `Host` header as well as the host from a trusted proxy: a page can forge the proxy's header,
  // and a browser on this machine has the proxy's address.
  for (const host of new Set([requestHeader(event, 'host') ?? '', origin.host])) {
    // Browsers always send a host; HTTP/1.0, which health checks still use, need not.
    if (host === '') continue
    const name = hostName(host)
    if (name === undefined) throw badHost({ why: 'unreadable' })
    if (app.hosts.isKnown(name)) continue
    const isOpen = app.config.publicUrl === undefined && app.config.allowedHosts === undefined
    if (isOpen && (await app.requiresSignIn.holds())) continue
    app.hosts.noteRefused(name)
    throw refusal(name, app.config.allowedHosts !== undefined)
  }
}

/** Given two `Host` headers, proxies and servers differ on which counts. */
function refuseTwoHosts(event: H3Event): void {
  const { rawHeaders } = event.node.req
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === 'host') hosts++
  if (hosts > 1) throw badHost({ why: 'two' })
}

/** The refusal of a name. It does not tell strangers which names are allowed. */
function refusal(name: string, some: boolean): PageError {
  return new PageError(unknownHost({ why: some ? 'another' : 'first', name }), {
    heading: pageText('unknown_host.heading', { name }),
    paragraphs: [
      ...(some
        ? [pageText('unknown_host.another'), pageText('unknown_host.log')]
        : [pageText('unknown_host.first')]),
      pageText('unknown_host.public'),
      pageText('unknown_host.stranger'),
    ],
    setting: some ? `SVC_APP__ALLOWED_HOSTS=…,${name}` : `SVC_APP__ALLOWED_HOSTS=${name}`,
  })
}
