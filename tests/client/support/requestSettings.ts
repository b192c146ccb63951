import type { RequestSettingsDto } from '#contract/request-settings'

/** What holds until an administrator changes it. */
export function aRequestSettings(settings: Partial<RequestSettingsDto> = {}): RequestSettingsDto {
  return {
    quotas: { untrusted: null, trusted: null },
    approval: { roles: { untrusted: false, trusted: true }, rules: [] },
    ...settings,
  }
}
