/** Limits of what only the dashboard has. */
export const APP_LIMITS = {
  projectNameChars: 100,
  keyNameChars: 100,
  keysPerProject: 100,
  appsPerProject: 100,
  logoBytes: 262_144,
  invitationsPerWorkspace: 50,
  emailChars: 254,
  requestLogDays: 7,
  linkedPosts: 100,
} as const;
