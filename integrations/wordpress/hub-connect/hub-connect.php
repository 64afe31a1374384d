<?php
/**
 * Plugin Name:       Hub Connect
 * Description:       Lets users connect a publishing service to this site with a one-time code from their profile.
 * Version:           1.0.0
 * Requires at least: 5.9
 * Requires PHP:      7.4
 * License:           GPL-2.0-or-later
 * License URI:       https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain:       hub-connect
 * Domain Path:       /languages
 *
 * @package HubConnect
 */

defined( 'ABSPATH' ) || exit;

define( 'HUB_CONNECT_VERSION', '1.0.0' );
define( 'HUB_CONNECT_FILE', __FILE__ );

require_once __DIR__ . '/includes/tables.php';
require_once __DIR__ . '/includes/code.php';
require_once __DIR__ . '/includes/attempts.php';
require_once __DIR__ . '/includes/obstacle.php';
require_once __DIR__ . '/includes/application-password.php';
require_once __DIR__ . '/includes/exchange.php';
require_once __DIR__ . '/includes/discovery.php';
require_once __DIR__ . '/includes/create-code.php';
require_once __DIR__ . '/includes/profile.php';

/**
 * Loads the translations of the plugin.
 */
function hub_connect_load_textdomain() {
	load_plugin_textdomain( 'hub-connect', false, dirname( plugin_basename( HUB_CONNECT_FILE ) ) . '/languages' );
}
add_action( 'init', 'hub_connect_load_textdomain' );
