import type {
  IAuthenticateGeneric,
  ICredentialTestRequest,
  ICredentialType,
  Icon,
  INodeProperties,
} from 'n8n-workflow';

/** Address and API key of a project. */
export class FanfareApi implements ICredentialType {
  name = 'fanfareApi';
  displayName = 'Fanfare API';
  icon: Icon = { light: 'file:../icons/fanfare.svg', dark: 'file:../icons/fanfare.dark.svg' };
  documentationUrl = 'https://github.com/fanfare-dev/fanfare/blob/main/docs/n8n.md#credentials';
  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://fanfare.example.com',
      description: 'Address of your Fanfare',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      placeholder: 'fanfare_sk_…',
      description: 'Key of the project, made in the dashboard under Settings, API keys',
    },
  ];
  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
  };
  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.baseUrl.replace(/(\\/api\\/v1)?\\/*$/, "")}}', url: '/api/v1/accounts' },
  };
}
