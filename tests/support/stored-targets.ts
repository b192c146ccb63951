/** The row of a notification target that is told of nothing; its id is its name. */
export function storedTarget(name: string, kind: 'custom' | 'web_push', ownerId: string | null) {
  const at = new Date()
  const events: 'onAvailable'[] = []
  const content = { url: '', headers: '', bodyType: 'json', body: '', events } as const
  return {
    ...content,
    id: name,
    name,
    nameKey: name,
    kind,
    ownerId,
    enabled: true,
    createdAt: at,
    updatedAt: at,
  }
}
