// The name of this kind of hub beside the shipped ones.
declare module '@fanfare/contract' {
  interface HubTypeNames {
    humhub: true;
  }
}

export const HUB_TYPE = 'humhub';
