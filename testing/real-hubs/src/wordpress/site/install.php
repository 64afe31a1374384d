<?php
// Makes a site: users with the roles of WordPress, categories, a theme and the plugin. Reads its settings as JSON from its input, prints the users' ids.
$settings = json_decode( stream_get_contents( STDIN ), true );
define( 'WP_INSTALLING', true );
$_SERVER['HTTP_HOST'] = parse_url( $settings['url'], PHP_URL_HOST ) . ':' . parse_url( $settings['url'], PHP_URL_PORT );
require getcwd() . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';

$administrator = array_shift( $settings['users'] );
wp_install( $settings['title'], $administrator['username'], 'ada@example.org', true, '', $administrator['password'] );
$ids = array( $administrator['role'] => get_user_by( 'login', $administrator['username'] )->ID );
foreach ( $settings['users'] as $user ) {
	$ids[ $user['role'] ] = wp_insert_user(
		array(
			'user_login'   => $user['username'],
			'user_pass'    => $user['password'],
			'user_email'   => $user['username'] . '@example.org',
			'display_name' => ucfirst( $user['username'] ) . ' Example',
			'role'         => $user['role'],
		)
	);
}
foreach ( $settings['categories'] as $slug => $name ) {
	wp_insert_term( $name, 'category', array( 'slug' => $slug ) );
}
switch_theme( $settings['theme'] );
update_option( 'show_avatars', '0' ); // They are pictures of another site.
update_option( 'permalink_structure', '/%year%/%monthnum%/%postname%/' );
$activated = activate_plugin( 'hub-connect/hub-connect.php' );
if ( is_wp_error( $activated ) ) {
	throw new Exception( $activated->get_error_message() );
}
echo "\n" . json_encode( array( 'ids' => $ids, 'version' => get_bloginfo( 'version' ) ) );
